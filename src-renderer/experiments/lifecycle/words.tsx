import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { countPeople } from '#server/core/text/numbers-contract.ts';
import { type Conclusion, missingCodeDays } from '#server/experiments/contract.ts';
import type { Ending } from '#server/experiments/decision/ending-contract.ts';
import { daysWords } from '#server/experiments/results/words/days-contract.ts';
import { formatDay, uncapitalized } from '../../ui/format.ts';
import { onlyByProperty } from '../launch-warning-words.ts';
import { endedWords } from './ended-words.ts';

const days = (count: number, end: string) => `${daysWords(count)}, until ${formatDay(end)}`;

export const lifecycleWords = {
  page: {
    title: 'Experiment',
    name: 'This experiment',
    nameField: (name: string) => `name of the experiment ${name}`,
    flag: 'Flag',
    flagKey: 'flag key',
    exposed: (count: number) => `${countPeople(count)} exposed`,
    edited: 'edited',
    tabs: {
      label: 'Sections of the experiment',
      names: { results: 'Results', setup: 'Setup', history: 'History', simulator: 'Simulator' },
    },
  },
  actions: {
    launch: 'Launch',
    stop: 'Stop…',
    conclude: 'Conclusion…',
    rollout: 'Decide on a rollout…',
    resume: 'Resume…',
    duplicate: 'Duplicate',
    reset: 'Reset to draft…',
    archive: 'Archive',
    archiveRunning: 'Archive…',
    unarchive: 'Unarchive',
    delete: 'Delete…',
    archived: (name: string) => `“${name}” is archived`,
    unarchived: (name: string) => `“${name}” is unarchived`,
    archiveOf: (name: string) => `archive “${name}”`,
    unarchiveOf: (name: string) => `unarchive “${name}”`,
    duplicated: (name: string, key: string) => `“${name}” is a draft with its own flag, ${key}.`,
    duplicateOf: (name: string) => `duplicate “${name}”`,
  },
  notices: {
    archived: 'This experiment is archived. It keeps its results and is hidden from the list.',
    stillRuns: ' It is still running and collecting data.',
    endedOn: (ending: Ending) => `Ended on ${endedWords(ending)}`,
    rollOut: 'Decide on a rollout',
    scheduled: (start: string) => `Starts on ${formatDateTime(start)}. Its flag is on, but data counts only from then.`,
    flagDeleted: (key: string) => (
      <>
        The flag <code>{key}</code> is deleted, so nobody gets a variant. Restore it under{' '}
        <Link to="/feature-flags" search={{ deleted: true }}>
          deleted flags
        </Link>
        , or stop the experiment.
      </>
    ),
    flagOff: (key: string) => (
      <>
        The flag <code>{key}</code> is off, so nobody gets a variant, except by an override.
      </>
    ),
    turnOn: 'Turn on the flag',
    notRequested: (key: string) => (
      <>
        No app has requested <code>{key}</code> by its name in the last {missingCodeDays} days. Only events with{' '}
        <code>$feature/{key}</code> can expose new people.
      </>
    ),
    showCode: 'Show the code for your SDK',
    noConclusion: 'Ended without a conclusion',
    conclusion: (conclusion: string) => `Conclusion: ${conclusion}`,
    addConclusion: 'Add conclusion',
    changeConclusion: 'Change conclusion',
  },
  launch: {
    title: (name: string) => `Launch “${name}”?`,
    verb: 'Launch',
    done: (name: string) => `“${name}” is running.`,
    flag: (key: string) => (
      <>
        Turns on the flag <code>{key}</code>.
      </>
    ),
    unchangedFlag: (key: string) => (
      <>
        Uses the flag <code>{key}</code>.
      </>
    ),
    whoGets: (rollout: string) => `Who gets a variant: ${uncapitalized(rollout)}.`,
    split: 'Split',
    counting: 'Data counts from now on.',
    metric: (metric: string) => `Primary metric: ${metric}.`,
    fixed: 'The keys of the flag and its variants can no longer change. Weights can, with a warning in the results.',
    plan: (size: number | null, length: number | null, end: string) =>
      `Planned for ${[size === null ? '' : countPeople(size), length === null ? '' : days(length, end)].filter(Boolean).join(' and ')}. It does not stop on its own.`,
    warnings: 'Check before launching',
    /** Only the window knows it. */
    unsaved: 'The setup has unsaved changes. The launch uses the saved version.',
  },
  conclude: {
    title: (name: string) => `Conclusion of “${name}”`,
    save: 'Save',
    conclusion: 'Conclusion',
    recommended: 'recommended',
    conclusions: {
      won: 'A test variant is better than control.',
      lost: 'The test variants are worse than control.',
      inconclusive: 'It shows no clear difference.',
      stopped_early: 'It ended before it had enough data.',
      invalid: 'Its data is wrong and must not be used.',
    } satisfies Record<Conclusion, string>,
    note: 'Note',
    noteHint: 'What you learned, for later readers',
  },
  undo: {
    verb: 'Undo the last stop or rollout',
    title: (name: string) => `Undo the last stop or rollout of “${name}”?`,
    text: 'Restores its end, conclusion, note and flag as they were before. If it runs again, data since its end counts too.',
    takesBack: (variant: string) => `“${variant}” is no longer rolled out to everyone.`,
    done: (name: string) => `The last stop or rollout of “${name}” is undone.`,
  },
  archive: {
    title: (name: string) => `Stop “${name}” before you archive it?`,
    verb: 'Decide how to stop',
    text: 'It is still running. Archived experiments are hidden from the list, so it has to stop first.',
  },
  resume: {
    title: (name: string) => `Resume “${name}”?`,
    verb: 'Resume',
    data: 'Removes its end and conclusion. Data since the stop counts too.',
    flag: 'Its flag does not change.',
    takesBack: (variant: string) => `No longer gives “${variant}” to everyone: people get their variants again.`,
    turnsOn: 'Turns its flag on again.',
    stays: (value: string) => `Its flag does not change: it still gives everyone “${value}”.`,
  },
  reset: {
    title: (name: string) => `Reset “${name}” to a draft?`,
    verb: 'Reset to draft',
    flag: (key: string) => (
      <>
        Turns off the flag <code>{key}</code>, so nobody gets a variant, except by an override.
      </>
    ),
    flagStays: (key: string, rival: string) => (
      <>
        The flag <code>{key}</code> does not change, because “{rival}” runs on it or is scheduled to.
      </>
    ),
    clears: 'Clears the start, end, conclusion and note; the history keeps them.',
    data: 'Captured events stay unless the project deletes old ones. After a new launch only later data counts; people may get the same variant again.',
  },
  delete: {
    title: (name: string) => `Delete “${name}”?`,
    verb: 'Delete',
    done: (name: string) => `“${name}” is deleted.`,
    text: 'Deletes the experiment, with its setup, conclusion and history. You can restore it under deleted experiments.',
    flag: (key: string) => (
      <>
        Also deletes its flag <code>{key}</code>, unless that is older or another experiment has it; restoring brings it
        back. Captured events stay unless the project deletes old ones; without them it cannot be restored.
      </>
    ),
    running: 'It is still running: apps get no variant once its flag is deleted.',
  },
  missingCode: {
    label: 'Experiments without code',
    description: `Drafts and running experiments whose flag no app has requested by its name in the last ${missingCodeDays} days. ${onlyByProperty}`,
    codeFor: (name: string) => `Code for ${name}`,
    none: {
      title: 'No experiments without code',
      text: 'A draft or running experiment appears here, with the code for your SDK, until an app requests its flag.',
    },
  },
};
