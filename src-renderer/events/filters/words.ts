/** Words of saved filters. */
export const words = {
  views: {
    button: 'Views',
    none: 'No saved views yet',
    saved: 'Saved views of this project',
    load: 'load the saved views',
    remove: (name: string) => `Delete view ${name}`,
    removeVerb: 'delete the view',
    name: 'Name of the view',
    filterFirst: 'Set a filter first',
    nameThis: 'Name this view',
    save: 'Save',
    saveVerb: 'save the view',
  },
};
