declare module "subset-font" {
  interface Options {
    targetFormat?: string
    /** OpenType tags of the features that the font keeps. By default, it keeps all features. */
    keepFeatures?: string[]
    dropTables?: string[]
    /** Values of the axes that the font keeps. An axis with a number becomes fixed at this number. */
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options?: Options,
  ): Promise<Buffer>
}
