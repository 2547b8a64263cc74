import type { Direction } from '../../../statistics/contract.ts';
import { controlKey } from '../../contract.ts';
import type { Basis } from '../judge/evidence-contract.ts';
import { adjustEvidence, type Compared, finalTestsOf, lookShareOf, testsOf } from '../judge/weigh.ts';
import { type OutcomeGrounds, outcomeOf } from '../verdict/verdict.ts';
import type { VariantOutcome } from '../verdict/verdict-contract.ts';
import type { MetricChanges } from './changes.ts';
import type { LookChanges } from './collector.ts';
import { addChanges, type Deal } from './deal.ts';
import { sampleAt, widthOf } from './pooled.ts';

/** A metric of an A/A simulation; `firstAt`: the look from which on the one test at the planned number of people counts. */
export type DealtMetric = { weighed: Compared; direction: Direction; changes: MetricChanges; firstAt: number };

/** The verdicts on a metric over all looks. */
export type DealOutcome = { better: boolean; worse: boolean; led: boolean; leadsNow: boolean };

export type DealtMetrics = {
  /** The primary metric first, then secondary ones. */
  metrics: readonly DealtMetric[];
  keys: readonly string[];
  looks: number;
};

/** Judges one deal at every look, by the functions that judge real results. The split is not checked: it follows the weights. */
export function judgeDeal({ metrics, keys, looks }: DealtMetrics, deal: Deal): DealOutcome[] {
  const said = metrics.map((): DealOutcome => ({ better: false, worse: false, led: false, leadsNow: false }));
  const samplesOf = (sums: Float64Array, { kind }: Compared) => keys.map((_, variant) => sampleAt(sums, variant, kind));
  const noSums = ({ kind }: Compared) => new Float64Array(keys.length * widthOf(kind));
  const finals = metrics.map(({ weighed, changes }) => {
    if (changes.first === null) return null;
    const sums = noSums(weighed);
    addChanges(sums, changes.first, deal);
    return finalTestsOf(weighed, samplesOf(sums, weighed));
  });
  const sums = metrics.map(({ weighed }) => noSums(weighed));
  for (let look = 0; look < looks; look++) {
    const judged = metrics.map(({ weighed, direction, changes, firstAt }, index) => {
      addChanges(sums[index] as Float64Array, changes.looks[look] as LookChanges, deal);
      const first = look >= firstAt ? (finals[index] ?? null) : null;
      // Holm's adjustment changes the p-values, at each look again.
      const final = first?.map((one) => one && { ...one }) ?? null;
      const evidence = testsOf(weighed, samplesOf(sums[index] as Float64Array, weighed), final);
      const basis: Pick<Basis, 'look_share' | 'comparisons'> = {
        look_share: lookShareOf(weighed.planned),
        comparisons: 0,
      };
      return { direction, evidence, basis };
    });
    const { weighed } = metrics[0] as DealtMetric;
    const evidence = judged.map((one) => one.evidence);
    for (const family of [evidence.slice(0, 1), evidence.slice(1)]) adjustEvidence(family, weighed);
    for (const [index, one] of judged.entries()) addOutcomes(said[index] as DealOutcome, outcomesOf(keys, one));
  }
  return said;
}

type OfLook = {
  direction: Direction;
  evidence: OutcomeGrounds['variants'][number]['evidence'][];
  basis: OutcomeGrounds['basis'];
};

function outcomesOf(keys: readonly string[], { direction, evidence, basis }: OfLook): VariantOutcome[] {
  const variants = keys.map((key, index) => ({ key, evidence: evidence[index] as OfLook['evidence'][number] }));
  const judged: OutcomeGrounds = { metric: { direction }, health: null, basis, variants };
  return variants.filter(({ key }) => key !== controlKey).map((variant) => outcomeOf(judged, variant));
}

function addOutcomes(said: DealOutcome, outcomes: readonly VariantOutcome[]): void {
  said.better ||= outcomes.includes('better');
  said.worse ||= outcomes.includes('worse');
  said.leadsNow = outcomes.includes('leaning');
  said.led ||= said.leadsNow;
}
