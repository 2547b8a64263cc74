/** Words of the page with the masks of comparisons. */
export const maskWords = {
  title: 'Masks',
  description:
    'Comparisons of events, test runs and builds ignore the values of these properties. Whether a property is there, and of which type, is still compared.',
  property: 'Property',
  propertyExample: 'Name, such as order_id or cart.id',
  event: 'Event',
  every: 'Every event',
  effect: 'Values',
  effects: { ignored: 'Ignored', compared: 'Compared' },
  verbs: { ignored: 'Ignore', compared: 'Compare' },
  add: 'Add mask',
  enterProperty: 'Enter the name of a property.',
  remove: 'Remove',
  removeOf: (property: string) => `Remove the mask of ${property}`,
  removed: (property: string) => `The mask of ${property} is removed`,
  failed: { remove: 'remove the mask', add: 'add the mask' },
  empty: 'No masks of your own',
  emptyHint: 'Add one below, or use the eye of a difference in Live or under Test runs › Compare.',
  others: 'Ignored without a mask',
  learned: 'Values that look like an id or a time in all that is compared, and texts that all differ.',
  sdk: 'What SDKs set anew for each event, session or page:',
};
