export const words = {
  /** Names the bar above the table. */
  split: 'Variant split',
  variant: (index: number) => `Variant ${index + 1}`,
  shareColumn: 'Share',
  keyOf: (index: number) => `Key of variant ${index + 1}`,
  descriptionOf: (index: number) => `Description of variant ${index + 1}`,
  descriptionExample: 'What this variant shows',
  shareOf: (index: number) => `Share of variant ${index + 1}`,
  remove: (variant: string | number) => `Remove variant ${variant}`,
  addVariant: 'Add variant',
  distribute: 'Split evenly',
  sum: 'Sum 100%',
  wrongSum: (sum: number, difference: number) =>
    `Sum ${sum}%: ${difference}% ${sum < 100 ? 'missing' : 'too much'}. It must be 100%.`,
};
