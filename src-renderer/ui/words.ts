import { countWords } from '#server/core/text/numbers-contract.ts';
import { formatCount } from './format.ts';
import { modifierKey } from './modifier-key.ts';

/** Formats a count: "1 event", "1,234 events". */
export const countEvents = (count: number) => countWords(count, 'event');

/** Words of the shared components, and those that several features show. */
export const uiWords = {
  appTitle: (page: string) => `${page} · Benchtop`,
  cancel: 'Cancel',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  or: 'or',
  close: 'Close',
  closeNotice: 'Close notice',
  undo: 'Undo',

  name: 'Name',
  actions: 'Actions',
  moreActions: 'More actions',
  moreActionsFor: (name: string) => `More actions for ${name}`,
  properties: 'Properties',
  distinctId: 'Distinct id',
  distinctIds: 'Distinct ids',

  loadingRows: 'Loading',
  loading: (what: string) => `${what}: loading`,
  couldNot: (what: string) => `Could not ${what}`,
  couldNotLoad: (what: string) => `${what} could not be loaded`,
  showTable: 'Table',
  loadMore: 'Load more',
  loadMoreOf: (what: string) => `load more ${what}`,
  ofTotal: (total: number) => `of ${formatCount(total)} `,

  select: {
    all: 'Select all loaded rows',
    one: (name: string) => `Select ${name}`,
    count: (count: number) => `${formatCount(count)} selected`,
    clear: 'Clear selection',
    actions: 'Selected rows',
    tag: 'Tag…',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    refused: (count: number) => `${formatCount(count)} not changed`,
    change: 'change the selected rows',
  },
  tags: 'Tags',
  tagsExample: 'Type a tag, then press Enter',
  anyTag: 'Any tag',
  owner: 'Owner',
  anyOwner: 'Any owner',
  nobody: 'Nobody',
  userOf: (id: number) => `User ${id}`,
  moreTags: (count: number) => `+${count}`,

  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Could not copy',

  /** Texts for edited things, by name. `unsaved` begins "… not saved", and `failed` ends "Could not …". */
  save: {
    unsaved: (name: string) => `Changes to “${name}” are`,
    done: (name: string) => `“${name}” is saved.`,
    failed: 'save',
  },

  form: {
    typeToConfirm: (typed: string) => `Type “${typed}” to confirm`,
    rename: 'Rename',
    edit: (what: string) => `Edit ${what}`,
    save: 'Save',
    saveKey: (verb: string) => `${verb} (${modifierKey} S)`,
    noChanges: 'No changes',
    discardChanges: 'Discard changes',
    leaveWithoutSaving: 'Leave without saving?',
    discardQuestion: 'Discard changes?',
    discardAndLeave: 'Discard and leave',
    entered: 'What you entered is',
    notSaved: (what: string) => `${what} not saved.`,
    changedElsewhere: (what: string, effect = 'Saving overwrites the parts that you changed, each as a whole.') =>
      `${what} was changed elsewhere since you opened it. ${effect}`,
    replaces: (now: string) =>
      `${now === '' ? 'Cleared elsewhere.' : `Changed elsewhere to “${now}”.`} Save again to replace it.`,
    gone: (what: string) =>
      `${what} was deleted, so your changes cannot be saved. Copy what you need before you leave.`,
    loadNewer: 'Load the newer version and discard my changes',
    /** Labels a read-only form. */
    definition: 'Definition',
    clearSearch: 'Clear search',
  },

  history: {
    title: 'History',
    name: 'The history',
    count: ['change', 'changes'] as [string, string],
    changes: 'Changes, newest first',
    byTheServer: 'by the server',
    by: (user: string) => `by ${user}`,
    json: 'JSON',
    empty: 'empty',
    to: 'to',
  },

  json: {
    emptyList: 'empty list',
    noProperties: 'no properties',
    showMore: (count: number, total: number) => `Show ${formatCount(count)} more of ${formatCount(total)}`,
    showAll: (characters: number) => `Show all ${formatCount(characters)} characters`,
    showFirst: (shown: number, characters: number) =>
      `Show the first ${formatCount(shown)} of ${formatCount(characters)} characters`,
    characters: (count: number) => `${formatCount(count)} characters in total. Copy copies all of them.`,
  },
};
