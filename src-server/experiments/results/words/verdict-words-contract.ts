import { formatDateTime } from '../../../core/text/dates-contract.ts';
import { countPeople, plain } from '../../../core/text/numbers-contract.ts';
import type { Experiment } from '../../contract.ts';
import { minExposures } from '../rules-contract.ts';
import { obstacleOf } from '../verdict/obstacle-contract.ts';
import type { FindingCode, VariantOutcome, Verdict, VerdictKind } from '../verdict/verdict-contract.ts';
import { leftWords } from './days-contract.ts';
import { type About, type ConcludedResult, findingWords, isOver } from './finding-words-contract.ts';
import { guardrailSuffix, guardrailWords } from './guardrail-words-contract.ts';
import { numbersText } from './numbers-contract.ts';
import { expectedText, pastWindowWords, quotedNames } from './people-contract.ts';

/** The only wording of a verdict, for the API, page, report and command line. */
export type VerdictWords = { title: string; text: string; guardrails: string[]; cautions: string[]; next: string[] };

/** For rows and chips. */
export const shortWords = {
  no_metric: 'No metric',
  draft: 'No data',
  no_exposures: 'No data',
  collecting: 'Too early to say',
  unhealthy: 'Split mismatch',
  better: 'Better',
  worse: 'Worse',
  leaning: 'Leading',
  no_clear_difference: 'No clear difference',
  reference: 'Reference',
} satisfies Record<VerdictKind | VariantOutcome, string>;

/** Words after the end, when no verdict is awaited. */
const undecided: Partial<Record<VerdictKind | VariantOutcome, string>> = {
  collecting: 'Not decided',
  leaning: 'Not decided',
};

/** Names a verdict, or the outcome of one of its variants, for a row or chip. */
export const shortVerdict = ({ standing }: Pick<Verdict, 'standing'>, of: VerdictKind | VariantOutcome): string =>
  (standing === 'open' ? undefined : undecided[of]) ?? shortWords[of];

/** Names the verdict of a result for a chip: where none is better and some are worse, how many. */
export function chipVerdict({ verdict, variants }: Pick<ConcludedResult, 'verdict' | 'variants'>): string {
  const tests = variants.filter(({ outcome }) => outcome !== 'reference');
  const worse = tests.filter(({ outcome }) => outcome === 'worse');
  if (verdict.kind === 'no_clear_difference' && worse.length > 0) return `${worse.length} of ${tests.length} worse`;
  return obstacleOf(verdict) ?? shortVerdict(verdict, verdict.kind);
}

/** Joins the words of a verdict to one text. */
export function verdictText(experiment: Experiment, result: ConcludedResult): string {
  const { title, text, guardrails, cautions, next } = verdictWords(experiment, result);
  return [`${title}.`, text, ...guardrails, ...cautions, ...next].filter((sentence) => sentence !== '').join(' ');
}

export function verdictWords(experiment: Experiment, result: ConcludedResult): VerdictWords {
  const about = { experiment, result };
  const { kind, cautions, next } = result.verdict;
  return {
    title: `${titles[kind](about)}${guardrailSuffix(result.verdict)}`,
    text: texts[kind](about),
    guardrails: result.verdict.guardrails.map((one) => guardrailWords(one, experiment)),
    cautions: cautions.map((caution) => findingWords(caution, about)),
    next: next
      .filter(({ code }) => experiment.conclusion === null || !decisions.has(code))
      .map((step) => findingWords(step, about)),
  };
}

/** Advice that a recorded conclusion has answered. */
const decisions = new Set<FindingCode>([
  'roll_out',
  'keep_control',
  'conclude_inconclusive',
  'check_lift',
  'weigh_harm',
  'decide_guardrails',
]);

/** Reports whether the run has no exposure, rather than some of people who count for no variant. */
const isUnseen = ({ result }: About) => result.verdict.next.some(({ code }) => code === 'check_code');

const titles = {
  no_metric: () => 'No primary metric',
  draft: ({ experiment }) => (experiment.start_date === null ? 'Not launched yet' : 'Not started yet'),
  no_exposures: (about) => {
    if (!isUnseen(about)) return 'Nobody who was exposed counts';
    return isOver(about) ? 'Nobody was exposed' : 'Nobody is exposed yet';
  },
  collecting: (about) => {
    const obstacle = obstacleOf(about.result.verdict);
    if (obstacle !== null) return obstacle;
    if (isOver(about)) return 'Not decided: ended with too little data';
    const { health } = about.result;
    const left = health?.is_planned ? (health.days_left ?? 0) : 0;
    return left > 0 ? `Collecting data, ${leftWords(left)} left` : 'Collecting data';
  },
  unhealthy: (about) => `Unhealthy: the split ${isOver(about) ? 'did' : 'does'} not match the weights`,
  better: ({ result }) => `${namesOf(result)} better than control`,
  worse: ({ result }) => `${namesOf(result)} worse than control`,
  leaning: (about) => {
    const { variant } = about.result.verdict;
    return isOver(about) ? `Not decided: “${variant}” led, not conclusively` : `“${variant}” leads, not conclusive`;
  },
  no_clear_difference: (about) => {
    const keysOf = (of: VariantOutcome) =>
      about.result.variants.filter(({ outcome }) => outcome === of).map(({ key }) => key);
    const [worse, others] = [keysOf('worse'), keysOf('no_clear_difference')];
    const found =
      worse.length === 0
        ? shortWords.no_clear_difference
        : `${quotedNames(worse)} ${areWords(about, worse)} worse than control, no clear difference of ${quotedNames(others)}`;
    return isOver(about) ? found : `${found} yet`;
  },
} satisfies Record<VerdictKind, (about: About) => string>;

const texts = {
  no_metric: () => '',
  draft: ({ experiment }) => (experiment.start_date === null ? 'Nobody is exposed before the launch.' : ''),
  no_exposures: (about) => {
    const { start_date: start, end_date: end } = about.experiment;
    if (!isUnseen(about)) return 'Apps reported exposures, and none of them counts.';
    // Some may be in a test run that is left out, or have a time to come.
    if (start === null) return 'No exposure counts.';
    const from = formatDateTime(start);
    return `No exposure ${end === null ? `since ${from}` : `from ${from} to ${formatDateTime(end)}`} counts.`;
  },
  collecting: collectingText,
  unhealthy: splitText,
  better: ({ result }) => numbersText(result),
  worse: ({ result }) => numbersText(result),
  leaning: (about) => `${numbersText(about.result)} Not conclusive: ${doubtsText(about)}.`,
  no_clear_difference: (about) => {
    const doubts = doubtsText(about);
    return `${numbersText(about.result)} ${doubts === '' ? '' : `${doubts.charAt(0).toUpperCase()}${doubts.slice(1)}.`}`.trim();
  },
} satisfies Record<VerdictKind, (about: About) => string>;

function doubtsText(about: About): string {
  return about.result.verdict.doubts.map((doubt) => findingWords(doubt, about)).join(', and ');
}

function collectingText({ result }: About): string {
  const { health, basis, variants } = result;
  const { people: counted } = result.verdict;
  if (counted === null) return '';
  const [soFar, needs, numbers] = isOver({ result })
    ? ['', 'needed', 'decide nothing']
    : [' so far', 'needs', 'are preliminary'];
  const goal = health?.is_planned && counted.needed !== null ? ` of about ${plain(counted.needed, 0)}` : '';
  const people = countPeople(counted.counted);
  const below = variants.every(({ evidence }) => evidence.people === 0) ? '' : `; the numbers ${numbers}`;
  const all = `${people}${goal}${pastWindowWords(basis)}${soFar}`;
  if (counted.state === 'nothing_to_compare') return `${all}, but the metric has nothing to divide by in a variant.`;
  // The title names the obstacle.
  if (obstacleOf(result.verdict) !== null) return `${all}.`;
  // With several variants, a winner only needs its own people.
  const verdict = variants.length > 2 ? 'Without a winner, a verdict' : 'A verdict';
  return `${all}, ${plain(counted.smallest, 0)} in the smallest variant. ${verdict} ${needs} ${minExposures} people in control and each variant with weight${below}.`;
}

function splitText(about: About): string {
  const { exposure, health } = about.result;
  const parts = Object.entries(health?.sample_ratio?.expected ?? {}).map(
    ([key, expected]) =>
      `“${key}” has ${countPeople(exposure?.by_variant[key] ?? 0)} (${expectedText(expected)} expected)`,
  );
  return `${parts.join(', ')}: ${doubtsText(about)}.`;
}

/** Returns "“a” is", "“a” and “b” are"; in the past after the end. */
function namesOf(result: ConcludedResult): string {
  const names = [result.verdict.variant ?? '', ...result.verdict.also];
  return `${quotedNames(names)} ${areWords({ result }, names)}`;
}

function areWords(about: Pick<About, 'result'>, { length }: readonly string[]): string {
  if (isOver(about)) return length === 1 ? 'was' : 'were';
  return length === 1 ? 'is' : 'are';
}
