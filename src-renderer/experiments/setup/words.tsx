import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { baselineDays } from '#server/experiments/planning/plan-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { experimentWords } from '../words.ts';

const lastDays = `last ${baselineDays} days`;
const onOff = (isOn: boolean | undefined) => (isOn ? 'on' : 'off');

export const words = {
  create: {
    title: experimentWords.create,
    verb: 'Create draft',
    unsaved: 'The new experiment is',
    done: ({ name }: { name: string }) => `“${name}” is a draft. Launch it when its checklist is done.`,
  },
  page: {
    outdated: 'This experiment or its flag',
    create: 'create the experiment',
    form: 'Experiment',
  },
  identity: {
    name: 'Name',
    nameExample: 'Such as One-page checkout',
    hypothesis: { label: 'Hypothesis', example: 'Because …, we believe that … will …. We will know by …' },
  },
  flagKey: {
    label: 'Flag key',
    placeholder: 'made from the name',
    open: 'Open the flag',
    makes: (key: ReactNode) => <>Saving creates the flag {key}, which stays off until the launch.</>,
    renames: (key: ReactNode) => (
      <>
        No flag has the key {key}. Saving renames the experiment’s own flag; a flag older than the experiment stays, and
        a new one is created.
      </>
    ),
    links: (key: ReactNode, isOn: boolean | undefined) => (
      <>
        Links the existing flag {key}, which is {onOff(isOn)}.
      </>
    ),
    openDeleted: 'Deleted flags',
    fixed: 'Fixed since the launch. ',
    own: (isOn: boolean | undefined) => `Its flag is ${onOff(isOn)}.`,
  },
  variants: {
    title: 'Variants',
    weight: 'Weight',
    weightOf: (number: number) => `Weight of variant ${number}`,
    add: 'Add variant',
    even: 'Split evenly',
    remove: (variant: string | number) => `Remove variant ${variant}`,
    fixedLaunch: 'Fixed since the launch',
    fixedControl: 'Required: the others are compared with it',
    controlExample: 'The current version',
    testExample: 'What is different',
    shifted:
      'With new weights some people get another variant than before, and are excluded from the results. The results will note the change.',
    keysFixed: 'Variant keys are fixed since the launch, because events carry them. Weights can change.',
    changesFlag: (key: string | undefined, split: string) =>
      `Saving changes the flag ${key}, whose variants are ${split}.`,
    payload: 'Set the payload of a variant on the flag’s page.',
  },
  audience: {
    title: 'Audience',
    loading: 'Loading the audience',
    deleted: 'Nobody takes part while the flag is deleted.',
    reach: (reached: number, population: string) => (
      <>
        About <b>{formatCount(reached)}</b> of {population} would take part.
      </>
    ),
    changesRun: 'The experiment is running, and this changes who takes part. The results will note the change.',
  },
  exclusions: {
    title: 'Exclusions',
    testRuns: 'Exclude test runs',
    hint: 'When on, events of test runs, including exposures, count in no metric of this experiment.',
    ofProject: (
      <>
        Exclude bots and testers from all experiments under <Link to="/settings/exclusions">Settings › Exclusions</Link>
        .
      </>
    ),
    running: 'The experiment is running, so the results will note the change.',
  },
  metrics: {
    title: 'Metrics',
    foreign: 'The secondary metrics are an object, not a list. Edit them as JSON under Advanced.',
    addSecondary: 'Add secondary metric',
    running:
      'Choosing a metric after a look makes a false result more likely. The results will note a change of the primary metric or of guardrails.',
  },
  advanced: {
    title: 'Advanced',
    hint: 'the experiment’s JSON in the API; unknown keys are kept',
    field: 'Field to edit as JSON',
    asJson: (field: string) => `${field}, as JSON`,
    unreadable: 'The form keeps its values until this JSON is valid.',
    unreadableBehind: 'The form has changed since, and does not include this until the JSON is valid.',
    discard: 'Show the form’s JSON',
    mustBe: { object: 'This must be an object.', metrics: 'This must be a list of metrics, or an object.' },
  },
  problems: {
    name: 'Enter a name for the experiment.',
    key: 'Enter a flag key, which your code requests. Use letters, digits, and - _ . /',
    weights: (sum: number) => `The weights of the variants must sum to 100, not ${sum}.`,
    noControl: 'One variant must have the key “control”, because the others are compared with it.',
    event: 'Choose an event, or remove it.',
    action: 'Choose an action, or remove it.',
    denominator: 'Choose what to divide by.',
  },
  checklist: {
    region: 'Checklist of the experiment',
    beforeLaunch: 'Before the launch',
    setup: 'Setup',
    left: (left: number) => (left === 0 ? 'all done' : `${left} left`),
    label: 'Checklist',
    copyCode: 'Copy the code',
    states: { done: 'Done', todo: 'To do', wait: 'Not known yet' },
    name: 'Name',
    nameMissing: 'Enter a name, so that others find it.',
    flag: 'Flag',
    lookingUp: 'Looking up the flag of this key.',
    afterKey: 'Enter the flag key first.',
    madeOnSave: (key: string) => `${key}, created on save`,
    metric: 'Primary metric',
    wrong: 'Fix the marked fields.',
    data: 'The metric has data',
    counting: 'Counting stored events.',
    afterMetric: `Choose the metric to see its ${lastDays}.`,
    noEvents: `No app has sent events in the ${lastDays}. Connect one first.`,
    noMatch: `No events matched in the ${lastDays}. Check the name, or send the event.`,
    noneInTime: `Nobody did it in time in the ${lastDays}. Check the steps and the window.`,
    /** `meaning`: "117 of 512 active people did it". */
    measured: (meaning: string) => `${meaning} in the ${lastDays}`,
    variants: 'Variants',
    variantsSet: (variants: number, split: string) => `${variants} variants, ${split}`,
    plan: 'Plan',
    planned: (people: number, days: number | null, effect: number | null) =>
      `${formatCount(people)} people${days === null ? '' : `, about ${countWords(days, 'day')}`}${effect === null ? '' : `, to detect ${effect}%`}`,
    tooSmall: (people: number, needed: number, effect: number) =>
      `The saved plan has ${formatCount(people)} people. To detect ${effect}%, the planner now asks for ${formatCount(needed)}.`,
    noEffect: 'Enter the smallest change worth detecting, which sets when to look at the result.',
    noPlan: 'The Plan section says what is missing.',
    usePlan: 'Choose “Use this plan” to save its numbers.',
    code: 'Code seen',
    codeUnsaved: (key: string) => `Save to see whether an app requests ${key === '' ? 'the flag' : key}.`,
    codeSeen: 'An app requests the flag',
  },
};
