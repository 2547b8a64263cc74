import type { ReactNode } from 'react';
import type { UrlMatching } from '#server/actions/contract.ts';
import { actionWords } from '../words.ts';
import type { StepTextField } from './action-form.ts';

export const words = {
  create: {
    title: actionWords.newAction,
    verb: 'Create action',
    unsaved: 'The new action is',
    done: ({ name }: { name: string }) => `“${name}” is created.`,
    failed: 'create the action',
    notFromEvent: (why: string) => `The action cannot be created from the event: ${why}`,
    notAccepted: 'it was not accepted, so no action can match it.',
  },
  header: {
    calculated: (time: ReactNode) => <>calculated {time}</>,
    nameField: (name: string) => `name of the action ${name}`,
    delete: 'Delete action',
  },
  deleted:
    'This action is deleted: it is hidden from lists, counts no new events and posts nothing. Metrics count nothing of it. Restore it to change it.',
  calculating: {
    label: 'Stored events matched',
    text: (progress: string) =>
      `${progress} of the stored events are matched, newest first. Counts and people grow until all are matched.`,
  },
  tabs: {
    label: 'Sections of the action',
    names: { definition: 'Definition', count: 'Count', people: 'People', chat: 'Chat' },
  },
  previewLabel: 'Matching events',
  form: {
    name: 'Name',
    nameExample: 'Such as Bought something',
    description: { label: 'Description', example: 'What it measures, and who uses it' },
    noSteps: 'Without a step the action matches nothing.',
    anyStep: 'An event matches when it meets all conditions of at least one step.',
    addStep: 'Add step',
  },
  step: {
    of: (index: number) => `step ${index + 1}`,
    title: (index: number) => `Step ${index + 1}`,
    nameOf: (step: string) => `Name of ${step}`,
    nameExample: 'Optional name',
    conditionsOf: (step: string) => `Conditions of ${step}`,
    noCondition: 'Without a condition this step matches every event.',
    duplicate: (step: string) => `Duplicate ${step}`,
    remove: (step: string) => `Remove ${step}`,
    fieldOf: (field: string, step: string) => `${field} of ${step}`,
    removeField: (field: string, step: string) => `Remove ${field} of ${step}`,
    urlMatchingOf: (step: string) => `URL matching of ${step}`,
    urlMatching: { contains: 'URL contains', exact: 'URL is exactly', regex: 'URL matches regex' } satisfies Record<
      UrlMatching,
      string
    >,
    exactUrlExample: 'Such as https://shop.example/checkout',
    addCondition: 'Add condition',
    addConditionTo: (step: string) => `Add condition to ${step}`,
    groups: { event: 'Event', element: 'Element of the event, or one around it', page: 'Page', property: 'Property' },
    eventProperty: 'Property of the event',
    personProperty: 'Property of the person',
  },
  errors: {
    name: 'Enter a name for the action.',
    missing: {
      event: 'Enter an event name, or remove the condition.',
      text: 'Enter the text of the element, or remove the condition.',
      href: 'Enter the address of the link, or remove the condition.',
      tag_name: 'Enter a tag, or remove the condition.',
      selector: 'Enter a selector, or remove the condition.',
      url: 'Enter a URL or part of one, or remove the condition.',
    } satisfies Record<StepTextField, string>,
  },
};
