/** Replaces the local or session storage in tests. */
export class FakeStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
  key = (index: number) => [...this.keys()][index] ?? null
  get length() {
    return this.size
  }
}
