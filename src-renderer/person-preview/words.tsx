import { countWords } from '#server/core/text/numbers-contract.ts';
import type { ExposureState } from '#server/experiments/results/person-exposure-contract.ts';
import { formatCount } from '../ui/format.ts';

export const words = {
  what: 'The preview',
  subject: {
    title: 'Who',
    distinctId: 'Distinct id',
    hint: 'Rollouts can depend on this id. Another id of the person can get other values.',
  },
  groups: {
    title: 'Groups',
    newest: 'As in the newest event of this id. Flags of groups are evaluated for them.',
    chosen: 'Chosen here. Flags of groups are evaluated for them.',
    none: 'None',
    use: 'Use',
  },
  whatIf: {
    title: 'What if',
    hint: 'Try other properties. They change only this preview; nothing is stored.',
    name: 'Property',
    value: 'Value',
    valueHint: (kind: string) => `Read as ${kind}`,
    kinds: {
      string: 'text',
      number: 'number',
      boolean: 'true or false',
      null: 'null',
      list: 'list',
      object: 'object',
    },
    example: 'pro, 18 or "18"',
    set: 'Set',
    remove: 'Remove',
    removeOf: (name: string) => (name === '' ? 'Remove property' : `Remove ${name}`),
    notStored: 'Only a stored property can be removed.',
    distinctId: 'Choose the distinct id above.',
    changes: 'Changed properties',
    asStored: 'All properties are as stored.',
    removed: 'removed',
    added: 'not stored',
    edit: (name: string) => `Edit ${name}`,
    undo: (name: string) => `Undo ${name}`,
    reset: 'Reset',
    flipped: (count: number) => {
      if (count === 0) return 'No flag changes its value.';
      return `${countWords(count, 'flag changes its value', 'flags change their values')}.`;
    },
  },
  flags: {
    title: 'Flags',
    table: 'Flags of the preview',
    why: 'Why',
    conditions: 'Conditions',
    was: (value: string) => `${value} with stored properties`,
    payload: 'Payload',
    none: 'This project has no flags.',
    errors: 'A flag has conditions that cannot be evaluated. It is missing here and in answers to apps.',
  },
  experiments: {
    title: 'Experiments',
    table: 'Experiments of the preview',
    name: 'Experiment',
    counted: 'Counted in results',
    now: 'Flag now',
    states: {
      not_started: 'Not started',
      not_exposed: 'Not exposed in this run',
      exposed: 'Exposed',
      several_variants: 'Excluded: got several variants',
      other_values: 'Excluded: got no variant of the experiment',
      excluded: 'Excluded by the project’s settings',
    } satisfies Record<ExposureState, string>,
    computing: 'Being computed…',
    differs: 'differs from the counted variant',
    noFlag: 'The flag has been deleted.',
    archived: 'Archived',
    none: 'This project has no experiments.',
    newest: (shown: number, total: number) =>
      `The newest ${formatCount(shown)} of ${formatCount(total)} experiments are listed.`,
    hint: 'Counted by stored events. Other properties change only the flag’s value.',
  },
  actions: {
    title: 'Matched actions',
    table: 'Matched actions of the preview',
    name: 'Action',
    matches: 'Matches',
    last: 'Last match',
    none: 'No stored event of this person matches an action.',
    hint: 'Matched when each event arrived, or when the action was last calculated.',
    incomplete: 'Stored events are still being matched. Numbers can grow.',
  },
  whatIfActions: {
    title: 'Matched with the other properties',
    table: 'Actions with the other properties',
    before: 'As stored',
    after: 'What if',
    none: 'No action has conditions on the person, so other properties change none.',
    ofAll: (events: number) => `Of all ${formatCount(events)} events of the person. Stored matches stay as they are.`,
    ofNewest: (events: number) =>
      `Of the newest ${formatCount(events)} events of the person. Stored matches stay as they are.`,
  },
  marks: {
    reported: (flag: string, before: string | null, after: string) =>
      before === null ? `${flag}: ${after}` : `${flag}: ${before} → ${after}`,
    exposed: (experiment: string, variant: string) => `Exposed in ${experiment}: ${variant}`,
  },
  /** Completes “Could not refresh …”. */
  queries: { preview: 'the preview' },
} as const;
