import { alwaysValidZ } from '../../../statistics/always-valid.ts';
import { significanceLevel } from '../../../statistics/contract.ts';
import { normalCdf, twoSidedZ } from '../../../statistics/distributions.ts';
import { controlKey } from '../../contract.ts';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import { logLiftOf } from '../judge/normal-estimate.ts';
import { finalShare, minConversions, narrowestWithoutPlan, rareChance } from '../rules-contract.ts';
import type { Guardrail } from './guardrail-contract.ts';
import type { Guarded } from './guardrails.ts';

/** `people`: of all variants, planned or expected. `tests`: test variants that can be compared. */
export type GuardrailEnd = { people: number; isPlanned: boolean; tests: number };

type Asked = {
  versus: Pick<EvidenceAgainst, 'lift_interval' | 'conversions'>;
  guardrail: Pick<Guardrail, 'margin' | 'direction'>;
  /** Counted so far, of control and the variant. */
  pair: number;
  /** The factor by which the number of people will grow. */
  growth: number;
} & Omit<GuardrailEnd, 'people'>;

/**
 * Returns the probability that a variant like control is found non-inferior at the end. The standard error of the log ratio is
 * that of the interval so far, and falls with the square root of the people.
 */
export function chanceToPass({ versus, guardrail, pair, growth, isPlanned, tests }: Asked): number {
  // Without conversions so far, assume one.
  const conversions = Math.max(1, versus.conversions);
  if (conversions * growth < minConversions) return 0;
  const { margin, direction } = guardrail;
  const room = direction === 'decrease' ? Math.log1p(margin / 100) : -Math.log1p(-margin / 100);
  const error = logLiftOf(versus)?.deviation ?? Math.sqrt(2 / conversions);
  const z = isPlanned
    ? twoSidedZ(finalShare / tests)
    : alwaysValidZ(pair * growth, narrowestWithoutPlan, significanceLevel / tests);
  return normalCdf((room * Math.sqrt(growth)) / error - z);
}

/** Names the undecided guardrails that will probably stay undecided until the end even if nothing differs. */
export function rareGuardrails(
  guarded: readonly Guarded[],
  guardrails: readonly Guardrail[],
  { people, isPlanned, tests }: GuardrailEnd,
): string[] {
  const isRare = ({ index, variant, ...guardrail }: Guardrail) => {
    const variants = guarded.find((one) => one.index === index)?.result.variants ?? [];
    const versus = variants.find(({ key }) => key === variant)?.evidence.versus ?? null;
    const peopleOf = (keys: readonly string[]) =>
      variants.reduce((sum, { key, evidence }) => sum + (keys.includes(key) ? evidence.people : 0), 0);
    const counted = peopleOf(variants.map(({ key }) => key));
    if (versus === null || counted >= people) return false;
    const pair = peopleOf([controlKey, variant]);
    return chanceToPass({ versus, guardrail, pair, growth: people / counted, isPlanned, tests }) < rareChance;
  };
  return [...new Set(guardrails.filter((one) => one.state === 'not_decided' && isRare(one)).map(({ name }) => name))];
}
