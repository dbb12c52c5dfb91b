declare module "subset-font" {
  interface Options {
    targetFormat?: string
    /** OpenType feature tags; all features by default. */
    keepFeatures?: string[]
    dropTables?: string[]
    /** A number fixes the axis at this value. */
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options?: Options,
  ): Promise<Buffer>
}
