import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { variantsPath } from './experiment-form-problems.ts';
import type { ExperimentForm } from './experiment-form-values.ts';
import { isBlankEntry } from './metrics/entry-draft.ts';
import { baselineMeaning } from './metrics/metric-words.ts';
import type { MetricBaseline } from './metrics/use-metric-baseline.ts';
import type { FlagLink } from './use-flag-of-key.ts';
import { words } from './words.tsx';

const { checklist: text } = words;

/** The sections of the form that an item links to. */
export type FormSection = 'name' | 'key' | 'variants' | 'metric' | 'plan';

/** `wait`: not known yet. `hint` says what to do or what is set. */
export type ChecklistItem = {
  id: string;
  title: string;
  state: 'done' | 'todo' | 'wait';
  hint: string;
  /** Null for an item outside the form. */
  part: FormSection | null;
};

type Given = {
  form: ExperimentForm;
  problems: FieldErrors;
  link: FlagLink['kind'];
  measured: Pick<MetricBaseline, 'kind' | 'baseline'>;
  /** Null for an experiment that is not saved yet. */
  lacksCode: boolean | null;
  /** The people that the planner asks for now; null while unknown, and after the launch. */
  needed: number | null;
};

/** A saved plan may ask for this share fewer people: captured numbers change by the day. */
const planTolerance = 0.1;

/** Lists what an experiment needs before its launch, in the order of the form. */
export function checklistOf(given: Given): ChecklistItem[] {
  const { form, problems } = given;
  const named = problems.name === undefined;
  return [
    {
      id: 'name',
      title: text.name,
      state: named ? 'done' : 'todo',
      hint: named ? '' : text.nameMissing,
      part: 'name',
    },
    keyItem(given),
    metricItem(given),
    dataItem(given),
    variantsItem(form, problems),
    planItem(given),
    codeItem(given),
  ];
}

function keyItem({ form, problems, link }: Given): ChecklistItem {
  const of = (state: ChecklistItem['state'], hint: string): ChecklistItem => ({
    id: 'key',
    title: text.flag,
    state,
    hint,
    part: 'key',
  });
  if (problems.feature_flag_key !== undefined) return of('todo', problems.feature_flag_key);
  if (link === 'unfit') return of('todo', text.unfit);
  if (link === 'deleted') return of('todo', text.deleted);
  if (link === 'unknown') return of('wait', text.lookingUp);
  return of('done', link === 'new' ? text.madeOnSave(form.key) : form.key);
}

function metricItem({ form, problems }: Given): ChecklistItem {
  const isChosen = form.primary.entries.some((entry) => !isBlankEntry(entry));
  const isWrong = Object.keys(problems).some((path) => path.startsWith('filters'));
  return {
    id: 'metric',
    title: text.metric,
    state: isChosen && !isWrong ? 'done' : 'todo',
    hint: !isChosen ? text.noMetric : isWrong ? text.metricWrong : '',
    part: 'metric',
  };
}

function dataItem({ form, measured: { kind, baseline } }: Given): ChecklistItem {
  const of = (state: ChecklistItem['state'], hint: string): ChecklistItem => ({
    id: 'data',
    title: text.data,
    state,
    hint,
    part: 'metric',
  });
  if (kind === 'loading') return of('wait', text.counting);
  if (kind !== 'known' || baseline === null) return of('todo', text.afterMetric);
  if (baseline.people === 0) return of('todo', text.noEvents);
  if (baseline.events === 0) return of('todo', text.noMatch);
  if (baseline.successes === 0) return of('todo', text.noneInTime);
  return of('done', text.measured(baselineMeaning(form.primary.kind, baseline)));
}

function variantsItem({ variants }: ExperimentForm, problems: FieldErrors): ChecklistItem {
  const problem = Object.entries(problems).find(([path]) => path.startsWith(variantsPath))?.[1];
  const split = variants.map(({ weight }) => weight).join(' : ');
  return {
    id: 'variants',
    title: text.variants,
    state: problem === undefined ? 'done' : 'todo',
    hint: problem ?? text.variantsSet(variants.length, split),
    part: 'variants',
  };
}

function planItem({ form: { effect, people, days }, needed }: Given): ChecklistItem {
  const of = (state: ChecklistItem['state'], hint: string): ChecklistItem => ({
    id: 'plan',
    title: text.plan,
    state,
    hint,
    part: 'plan',
  });
  if (people === null) return of('todo', effect === null ? text.noEffect : text.usePlan);
  if (effect !== null && needed !== null && people < needed * (1 - planTolerance))
    return of('todo', text.tooSmall(people, needed, effect));
  return of('done', text.planned(people, days, effect));
}

function codeItem({ lacksCode }: Given): ChecklistItem {
  return {
    id: 'code',
    title: text.code,
    state: lacksCode === false ? 'done' : 'todo',
    hint: lacksCode === null ? text.codeNew : lacksCode ? text.codeMissing : text.codeSeen,
    part: null,
  };
}
