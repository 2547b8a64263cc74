import type { LaunchWarning } from '#server/experiments/lifecycle/launch/launch-contract.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { launchWarningWords } from '../launch-warning-words.ts';
import { experimentWords } from '../words.ts';
import { isOfAudience, variantsPath } from './experiment-form-problems.ts';
import type { ExperimentFormValues } from './experiment-form-values.ts';
import { baselineMeaning } from './metrics/metric-words.ts';
import type { MetricBaseline } from './metrics/use-metric-baseline.ts';
import type { FlagOfKey } from './use-flag-of-key.ts';
import { words } from './words.tsx';

const { checklist: text } = words;

/** The sections of the form that an item links to. */
export type FormSection = 'name' | 'key' | 'hypothesis' | 'variants' | 'audience' | 'metric' | 'plan';

/** `wait`: not known yet. `hint` says what to do or what is set. */
export type ChecklistItem = {
  id: FormSection | 'data' | 'code';
  title: string;
  state: 'done' | 'todo' | 'wait';
  hint: string;
  /** Null for an item outside the form. */
  part: FormSection | null;
};

type Given = {
  form: ExperimentFormValues;
  problems: FieldErrors;
  link: FlagOfKey['kind'];
  measured: Pick<MetricBaseline, 'kind' | 'baseline'>;
  /** Of what is on screen. */
  warnings: readonly LaunchWarning[];
  /** Whether it is known if apps request the flag. */
  isCodeKnown: boolean;
  /** The people that the planner asks for now; null while unknown, and after the launch. */
  needed: number | null;
};

/** A saved plan may ask for this share fewer people: captured numbers change by the day. */
const planTolerance = 0.1;

/** The item that is to do while a warning holds; null where nothing in the form changes it. */
const itemOf = {
  archived: null,
  flag_deleted: 'key',
  flag_unfit: 'key',
  flag_taken: 'key',
  flag_stays_off: null,
  reaches_nobody: 'audience',
  override_for_everyone: null,
  no_metric: 'metric',
  no_code: 'code',
  empty_variants: 'variants',
  fixed_variants: 'audience',
  by_group: null,
  overrides: null,
  already_on: null,
  no_plan: 'plan',
  no_hypothesis: 'hypothesis',
} satisfies Record<LaunchWarning['kind'], ChecklistItem['id'] | null>;

const titles = {
  name: text.name,
  key: text.flag,
  hypothesis: experimentWords.hypothesis,
  variants: text.variants,
  audience: words.audience.title,
  metric: text.metric,
  data: text.data,
  plan: text.plan,
  code: text.code,
} satisfies Record<ChecklistItem['id'], string>;

type Found = Pick<ChecklistItem, 'state' | 'hint'>;
const done = (hint = ''): Found => ({ state: 'done', hint });
const todo = (hint: string): Found => ({ state: 'todo', hint });
const wait = (hint: string): Found => ({ state: 'wait', hint });
const unlessWarned = (warning: string | undefined) => (warning === undefined ? done() : todo(warning));

/** Lists what an experiment needs before its launch, in the order of the form. */
export function checklistOf(given: Given): ChecklistItem[] {
  const { form, link, warnings } = given;
  const item = (id: ChecklistItem['id'], of: (warning: string | undefined) => Found): ChecklistItem => {
    const warning = warnings.find(({ kind }) => itemOf[kind] === id);
    const part = id === 'data' ? 'metric' : id === 'code' ? null : id;
    return { id, title: titles[id], part, ...of(warning && launchWarningWords(warning)) };
  };
  return [
    item('name', () => (given.problems.name === undefined ? done() : todo(text.nameMissing))),
    item('key', (warning) => keyOf(given, warning)),
    item('hypothesis', unlessWarned),
    item('variants', (warning) => variantsOf(given, warning)),
    // Nobody takes part while the flag is deleted, which the item of the flag says.
    ...(link === 'deleted' ? [] : [item('audience', (warning) => audienceOf(given, warning))]),
    item('metric', (warning) => metricOf(given, warning)),
    item('data', () => dataOf(given)),
    item('plan', (warning) => planOf(given, warning)),
    item('code', (warning) =>
      warning !== undefined
        ? todo(warning)
        : given.isCodeKnown
          ? done(text.codeSeen)
          : wait(text.codeUnsaved(form.key)),
    ),
  ];
}

function keyOf({ form, problems, link }: Given, warning: string | undefined): Found {
  const problem = problems.feature_flag_key ?? warning;
  if (problem !== undefined) return todo(problem);
  if (link === 'unknown') return wait(text.lookingUp);
  return done(link === 'new' ? text.madeOnSave(form.key) : form.key);
}

function audienceOf({ problems, link }: Given, warning: string | undefined): Found {
  if (Object.keys(problems).some(isOfAudience)) return todo(text.wrong);
  if (link !== 'unknown') return unlessWarned(warning);
  return wait(problems.feature_flag_key === undefined ? text.lookingUp : text.afterKey);
}

function metricOf({ problems }: Given, warning: string | undefined): Found {
  const isWrong = Object.keys(problems).some((path) => path.startsWith('filters') && !isOfAudience(path));
  return isWrong ? todo(text.wrong) : unlessWarned(warning);
}

function dataOf({ form, measured: { kind, baseline } }: Given): Found {
  if (kind === 'loading') return wait(text.counting);
  if (kind !== 'known' || baseline === null) return todo(text.afterMetric);
  if (baseline.people === 0) return todo(text.noEvents);
  if (baseline.events === 0) return todo(text.noMatch);
  if (baseline.successes === 0) return todo(text.noneInTime);
  return done(text.measured(baselineMeaning(form.primary.kind, baseline)));
}

function variantsOf({ form: { variants }, problems }: Given, warning: string | undefined): Found {
  const problem = Object.entries(problems).find(([path]) => path.startsWith(variantsPath))?.[1] ?? warning;
  const split = variants.map(({ weight }) => weight).join(' : ');
  return problem === undefined ? done(text.variantsSet(variants.length, split)) : todo(problem);
}

function planOf({ form: { effect, people, days }, needed }: Given, warning: string | undefined): Found {
  // What the form asks for next leads to a plan.
  if (effect === null && (warning !== undefined || people === null)) return todo(text.noEffect);
  if (warning !== undefined || people === null) return todo(needed === null ? text.noPlan : text.usePlan);
  if (effect !== null && needed !== null && people < needed * (1 - planTolerance))
    return todo(text.tooSmall(people, needed, effect));
  return done(text.planned(people, days, effect));
}
