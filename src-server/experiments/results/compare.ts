import { signOf } from '../../statistics/contract.ts';
import { expectedLoss } from '../../statistics/statistics.ts';
import { compatible } from '../metrics/compatible.ts';
import { missingEvidence } from '../metrics/kind-contract.ts';
import type { Estimate, Question } from './estimates.ts';
import type { Exposure } from './results-contract.ts';
import { significanceOf } from './significance.ts';

/** Compares the best test variant with control, by the rule of the compatibility fields. `exposure`: of all variants. */
export function compare(question: Question, estimates: readonly Estimate[], exposure: Pick<Exposure, 'by_variant'>) {
  const { kind, direction } = question;
  const [control, ...tests] = estimates;
  const sign = signOf(direction);
  const best = tests.toSorted((one, other) => sign * (other.value - one.value))[0];
  if (control === undefined || best === undefined) return { loss: null, pValue: null, code: null };
  const evidence = missingEvidence[kind];
  const loss = evidence === 'high_loss' ? expectedLoss(control.posterior, best.posterior, direction) : null;
  const pValue = evidence === 'high_p_value' ? compatible[kind].pValue(control, best) : null;
  const code = significanceOf({
    kind,
    control: control.arm,
    // Even those with no people.
    tests: Object.entries(exposure.by_variant).flatMap(([key, exposures]) =>
      key === control.arm.key ? [] : { exposures },
    ),
    probabilities: [control, ...tests].map(({ probability }) => probability),
    expectedLoss: loss,
    pValue,
  });
  return { loss, pValue, code };
}
