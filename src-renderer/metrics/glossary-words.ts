import { percentText } from '#server/core/text/numbers-contract.ts';
import { lookShare } from '#server/experiments/results/rules-contract.ts';
import { significanceLevel } from '#server/statistics/contract.ts';
import { coverage, intervalName } from './interval-words.ts';

const ofHundred = (share: number) => `${100 * share} of 100`;

/** A term of statistics: how texts write it, and what it means, in one or two sentences. */
export type GlossaryTerm = { term: string; written: readonly string[]; meaning: string };

/** Every statistical term that the window shows. The tooltips, the page Glossary and `docs/glossary.md` are made from it. */
export const glossary = {
  'aa-simulation': {
    term: 'A/A simulation',
    written: ['a/a simulation'],
    meaning:
      'The people of an experiment with what they did, given variants at random. Any “better” or “worse” is then false.',
  },
  'always-valid-interval': {
    term: 'Always-valid interval',
    written: [
      'always-valid interval',
      `always-valid ${intervalName}`,
      `always-valid ${percentText(1 - lookShare)} interval`,
      'always valid',
    ],
    meaning: `An interval of the lift that holds at all looks together. It misses the true lift in at most ${ofHundred(significanceLevel)} experiments (${ofHundred(lookShare)} with a planned size).`,
  },
  baseline: {
    term: 'Baseline',
    written: ['baseline'],
    meaning: 'The value of the metric today, over everyone, from which the plan starts.',
  },
  cap: {
    term: 'Cap',
    written: ['capped', 'cap the highest values', 'cap'],
    meaning:
      'A limit on the value of one person. Higher values count as the limit, so that a few people do not decide the result.',
  },
  'chance-to-win': {
    term: 'Chance to win',
    written: ['chance to win'],
    meaning: 'The probability that a variant is truly better than control, if true effects spread as the prior says.',
  },
  'chi-squared': {
    term: 'Chi-squared',
    written: ['chi-squared'],
    meaning: 'How far the numbers of people are from the expected ones. It is 0 when they are the same.',
  },
  cuped: {
    term: 'CUPED',
    written: ['cuped', 'variance reduction'],
    meaning:
      'Subtracts from each person’s value what their earlier behavior predicts, so that the same effect shows with fewer people.',
  },
  'degrees-of-freedom': {
    term: 'Degrees of freedom',
    written: ['degrees of freedom', 'degree of freedom'],
    meaning: 'The number of counts that can vary freely, here one less than the variants.',
  },
  density: {
    term: 'Density',
    written: ['how likely each lift is', 'how likely each value is', 'density'],
    meaning: 'The curve above an interval. The higher it is at a value, the more likely that value is, given the data.',
  },
  dispersion: {
    term: 'Dispersion',
    written: ['dispersion', 'variance / mean'],
    meaning:
      'The variance between people divided by their mean. It is 1 when events are independent, and more when few people make most of them.',
  },
  'bound-of-chance': {
    term: 'Bound of chance',
    written: ['bound of chance'],
    meaning: 'The range of the true share behind a number of simulated runs, right in 99 of 100 simulations.',
  },
  'expected-loss': {
    term: 'Expected loss',
    written: ['expected loss'],
    meaning:
      'How far a variant is behind control on average, over all values that the data allow. Being ahead counts as zero.',
  },
  exploratory: {
    term: 'Exploratory',
    written: ['exploratory'],
    meaning:
      'Of a comparison that the plan did not name. Among many, some look different by chance, so it suggests questions and proves nothing.',
  },
  exposure: {
    term: 'Exposure',
    written: ['exposed people', 'exposures', 'exposure', 'exposed'],
    meaning: 'The first time a person got a variant during the run; only what they do afterwards counts.',
  },
  guardrail: {
    term: 'Guardrail',
    written: ['guardrails', 'guardrail'],
    meaning:
      'A secondary metric that must not get worse by more than its margin. It is not harmed once the whole interval is better than that.',
  },
  'holm-correction': {
    term: 'Holm’s correction',
    written: ['holm’s correction', 'p (holm)', 'holm', 'p (adjusted)'],
    meaning:
      'Raises the p-values when several comparisons are made at once, because one of many looks significant by chance.',
  },
  'interaction-test': {
    term: 'Interaction test',
    written: ['interaction test'],
    meaning:
      'One test of whether the effects differ between the values of a property (Cochran’s Q). It does not say where.',
  },
  'interval-95': {
    term: intervalName,
    written: [intervalName, `${coverage} of the lift`, 'credible interval'],
    meaning: `A range that contains the true value in about ${coverage} of experiments, if you look once.`,
  },
  lift: {
    term: 'Lift',
    written: ['lift'],
    meaning: 'The relative difference of a variant from control: +10% means 22% where control has 20%.',
  },
  margin: {
    term: 'Non-inferiority margin',
    written: ['non-inferiority margin', 'margin'],
    meaning: 'The largest harm to a guardrail that is accepted, in percent of control’s value.',
  },
  'minimum-detectable-effect': {
    term: 'Minimum detectable effect',
    written: ['minimum detectable effect'],
    meaning: 'The smallest lift that the planned number of people finds with a probability of 80%.',
  },
  'p-value': {
    term: 'p-value',
    written: ['p-values', 'p-value'],
    meaning: 'How often chance alone causes a difference at least this large when the variants do not differ.',
  },
  'percentage-points': {
    term: 'Percentage points',
    written: ['percentage points'],
    meaning: 'The absolute difference of two percentages: from 20% to 22% is 2 percentage points.',
  },
  posterior: {
    term: 'Posterior',
    written: ['posterior'],
    meaning: 'What is known about a value after the data: a curve with the probability of each possible value.',
  },
  power: {
    term: 'Power',
    written: ['power'],
    meaning: 'The probability that an experiment finds an effect of a given size when there is one.',
  },
  rehearsal: {
    term: 'Rehearsal',
    written: ['rehearsal'],
    meaning: 'Results of few or simulated people, which test the setup and say nothing about real users.',
  },
  're-randomization': {
    term: 'Re-randomization',
    written: ['re-randomizations', 're-randomization'],
    meaning: 'One assignment of random variants, by the weights, in an A/A simulation.',
  },
  'sample-ratio': {
    term: 'Sample ratio',
    written: ['sample ratio', 'split mismatch', 'the split'],
    meaning:
      'The numbers of people in the variants. When they do not match the weights, people are lost somewhere, and no number can be trusted.',
  },
  prior: {
    term: 'Prior',
    written: ['prior'],
    meaning:
      'How true effects are assumed to spread before the data: around zero, with a standard deviation that the experiment sets.',
  },
  'shrunken-lift': {
    term: 'Shrunken lift',
    written: ['shrunken lift', 'shrunken lifts'],
    meaning:
      'The lift to expect: the shown one, moved toward zero by the prior. The less data there is, the more it moves.',
  },
  'smallest-effect': {
    term: 'Smallest effect that matters',
    written: ['smallest effect that matters'],
    meaning: 'The lift below which a difference is too small to act on, even if it is certain.',
  },
  significance: {
    term: 'Statistical significance',
    written: ['statistically significant', 'statistical significance'],
    meaning: `A difference that chance alone rarely causes. At most ${ofHundred(significanceLevel)} experiments without a difference are called better or worse.`,
  },
} satisfies Record<string, GlossaryTerm>;

export type TermId = keyof typeof glossary;

export const glossaryWords = {
  title: 'Glossary',
  about: 'The statistical terms that Benchtop shows.',
};
