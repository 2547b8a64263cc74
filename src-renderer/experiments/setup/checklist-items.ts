import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { formatCount } from '../../ui/format.ts';
import { variantsPath } from './experiment-form-problems.ts';
import type { ExperimentForm } from './experiment-form-values.ts';
import { isBlankEntry } from './metrics/metric-draft.ts';
import type { MetricBaseline } from './metrics/use-metric-baseline.ts';
import type { FlagLink } from './use-flag-of-key.ts';

/** The parts of the form that an item leads to. */
export type Part = 'name' | 'key' | 'variants' | 'metric' | 'plan';

/** `wait`: not known yet. `hint` says what to do, or, once done, what there is. */
export type ChecklistItem = {
  id: string;
  title: string;
  state: 'done' | 'todo' | 'wait';
  hint: string;
  /** Null where it is nothing of the form. */
  part: Part | null;
};

type Given = {
  form: ExperimentForm;
  problems: FieldErrors;
  link: FlagLink['kind'];
  measured: Pick<MetricBaseline, 'kind' | 'baseline'>;
  /** Whether an app asked for the flag; null while that is not known. */
  isCodeSeen: boolean | null;
  isNew: boolean;
};

/** What an experiment needs before it can tell anything, in the order of the form. */
export function checklistOf(given: Given): ChecklistItem[] {
  const { form, problems } = given;
  const named = problems.name === undefined;
  return [
    {
      id: 'name',
      title: 'Name',
      state: named ? 'done' : 'todo',
      hint: named ? '' : 'Say what is tried, so that others find it.',
      part: 'name',
    },
    keyItem(given),
    metricItem(given),
    dataItem(given),
    variantsItem(form, problems),
    planItem(form),
    codeItem(given),
  ];
}

function keyItem({ form, problems, link }: Given): ChecklistItem {
  const of = (state: ChecklistItem['state'], hint: string): ChecklistItem => ({
    id: 'key',
    title: 'Flag',
    state,
    hint,
    part: 'key',
  });
  if (problems.feature_flag_key !== undefined) return of('todo', problems.feature_flag_key);
  if (link === 'unfit') return of('todo', 'The flag of this key has no variant “control”: choose another key.');
  if (link === 'deleted') return of('todo', 'Its flag was deleted: restore it, or give another key.');
  if (link === 'unknown') return of('wait', 'Looking whether there is a flag of this key.');
  return of('done', link === 'new' ? `${form.key}, made when it is saved` : form.key);
}

function metricItem({ form, problems }: Given): ChecklistItem {
  const isChosen = form.primary.entries.some((entry) => !isBlankEntry(entry));
  const isWrong = Object.keys(problems).some((path) => path.startsWith('filters'));
  return {
    id: 'metric',
    title: 'Primary metric',
    state: isChosen && !isWrong ? 'done' : 'todo',
    hint: !isChosen ? 'Choose what people should do more, or less.' : isWrong ? 'Finish what is marked there.' : '',
    part: 'metric',
  };
}

function dataItem({ measured: { kind, baseline } }: Given): ChecklistItem {
  const of = (state: ChecklistItem['state'], hint: string): ChecklistItem => ({
    id: 'data',
    title: 'The metric has data',
    state,
    hint,
    part: 'metric',
  });
  if (kind === 'loading') return of('wait', 'Looking at the stored events.');
  if (kind !== 'known' || baseline === null)
    return of('todo', 'Once the metric is chosen, its last 14 days show here.');
  if (baseline.people === 0) return of('todo', 'No app has sent events in the last 14 days: connect one first.');
  if (baseline.events === 0) return of('todo', 'Nobody did it in the last 14 days: check the name, or send the event.');
  if (baseline.successes === 0)
    return of('todo', 'Nobody came to the last step in the last 14 days: check the order of the steps.');
  const events = baseline.events === 1 ? '1 event' : `${formatCount(baseline.events)} events`;
  return of('done', `${events} in the last 14 days`);
}

function variantsItem({ variants }: ExperimentForm, problems: FieldErrors): ChecklistItem {
  const problem = Object.entries(problems).find(([path]) => path.startsWith(variantsPath))?.[1];
  const split = variants.map(({ weight }) => weight).join(' : ');
  return {
    id: 'variants',
    title: 'Variants',
    state: problem === undefined ? 'done' : 'todo',
    hint: problem ?? `${variants.length} variants, ${split}`,
    part: 'variants',
  };
}

function planItem({ effect, people, days }: ExperimentForm): ChecklistItem {
  const isPlanned = effect !== null && people !== null;
  const time = days === null ? '' : `, about ${days === 1 ? '1 day' : `${formatCount(days)} days`}`;
  return {
    id: 'plan',
    title: 'Plan',
    state: isPlanned ? 'done' : 'todo',
    hint: isPlanned
      ? `${formatCount(people)} people${time}, to find ${effect}%`
      : effect === null
        ? 'Say which change is worth finding: it tells when to look at the result.'
        : 'Take the figures of the plan, so that they are saved with it.',
    part: 'plan',
  };
}

function codeItem({ isNew, isCodeSeen }: Given): ChecklistItem {
  const hint = isNew
    ? 'Save, then let your code ask for the flag.'
    : 'No app has asked for the flag in the last 7 days: put it into your code and run it once.';
  return {
    id: 'code',
    title: 'Code seen',
    state: isNew || isCodeSeen === false ? 'todo' : isCodeSeen === null ? 'wait' : 'done',
    hint: isCodeSeen === true && !isNew ? 'An app asks for the flag' : hint,
    part: null,
  };
}
