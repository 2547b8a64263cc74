import { controlKey } from '../../contract.ts';
import { minConversions, minExposures } from '../rules-contract.ts';
import type { Guardrail } from './guardrail-contract.ts';
import type { Guarded } from './guardrails.ts';
import type { Verdict } from './verdict-contract.ts';

type Variants = Guarded['result']['variants'];

/** Warns of lifts that a few people decide: of the metric, and of guardrails that stay undecided for that. */
export function skewCautions(
  variants: Variants,
  guarded: readonly Guarded[],
  guardrails: readonly Guardrail[],
): Verdict['cautions'] {
  const skewed = skewedIn(variants);
  const metrics = guarded
    .filter(({ index, result }) => {
      const ofMetric = skewedIn(result.variants);
      return guardrails.some(
        (one) => one.index === index && one.state === 'not_decided' && ofMetric.includes(one.variant),
      );
    })
    .map(({ name }) => name);
  return [
    ...(skewed.length === 0 ? [] : [{ code: 'skewed' as const, variants: skewed }]),
    ...(metrics.length === 0 ? [] : [{ code: 'skewed_guardrails' as const, metrics }]),
  ];
}

/** With enough people, also of control, and conversions, only skewed values leave too little to say. */
function skewedIn(variants: Variants): string[] {
  const isCounted = ({ evidence: { people } }: Variants[number]) => people >= minExposures;
  const control = variants.find(({ key }) => key === controlKey);
  if (control === undefined || !isCounted(control)) return [];
  const isSkewed = ({ evidence: { versus } }: Variants[number]) =>
    versus?.is_too_little === true && versus.conversions >= minConversions;
  return variants.filter((variant) => isCounted(variant) && isSkewed(variant)).map(({ key }) => key);
}
