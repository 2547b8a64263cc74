import type { Expectation } from '#server/expectations/contract.ts';
import { titleInQuotes } from '../expectation-words.ts';
import { expectationWords } from '../words.ts';
import type { CountKind, Uniqueness } from './expectation-form.ts';

export const words = {
  create: {
    title: expectationWords.create,
    verb: 'Create expectation',
    unsaved: 'The new expectation is',
    done: (expectation: Expectation) => `“${titleInQuotes(expectation)}” is created.`,
    failed: 'create the expectation',
    notFromEvent: (why: string) => `The expectation cannot be created from the event: ${why}`,
    notAccepted: 'it was not accepted, so no expectation counts it.',
  },
  delete: 'Delete expectation',
  name: 'Name',
  nameExample: 'Optional, such as One order of the pro plan',
  of: 'Applies to',
  event: 'Event name',
  eventExample: 'Such as checkout',
  count: {
    label: 'How many must match',
    names: {
      exactly: 'Exactly',
      at_least: 'At least',
      at_most: 'At most',
      never: 'Never',
    } satisfies Record<CountKind, string>,
  },
  number: 'Number of events',
  properties: {
    title: 'Values',
    about: 'An event counts only if all of these hold.',
    of: 'the expectation',
    list: 'Values of properties',
    add: 'Add value',
  },
  types: {
    title: 'Types',
    about: 'Each of these properties must be set, with this type.',
    list: 'Types of properties',
    add: 'Add type',
    key: (index: number) => `Property ${index + 1} with a type`,
    type: (index: number) => `Type of property ${index + 1}`,
    is: 'is',
    remove: (index: number) => `Remove type ${index + 1}`,
    asJson: 'Edit as JSON Schema',
    asRows: 'Edit as types',
    schema: 'JSON Schema of the properties',
  },
  rest: {
    title: 'Who, when and how often',
    distinctId: 'Distinct id',
    distinctIdHint: 'Only events of this id.',
    after: 'After the event',
    afterHint: 'Only events that follow one of this name by the same person.',
    within: 'Within seconds of the start',
    withinHint: 'Only events that arrive within this time after the test run started.',
    uniqueness: {
      label: 'Repetition',
      names: {
        any: 'Allowed',
        property: 'Each has a different value of …',
        whole: 'No two are equal',
      } satisfies Record<Uniqueness, string>,
    },
    uniqueProperty: 'Property that must differ',
  },
  preview: {
    label: 'Status of the draft',
    title: 'If the test run ended now',
    titleOfSaved: 'Status of the saved expectation',
    incomplete: 'Complete the form to see its status.',
    everyEvent: 'Save the expectation to see its status over every event.',
    failed: (message: string) => `The draft cannot be checked yet: ${message}`,
    loading: 'Checking the draft',
  },
  errors: {
    event: 'Enter the name of an event.',
    count: 'Enter how many events must match.',
    unique: 'Enter the property whose values must differ.',
    within: 'Choose a test run: the seconds count from its start.',
    schema: 'Enter a JSON Schema: this is not valid JSON.',
    typed: 'This property already has a type.',
  },
};
