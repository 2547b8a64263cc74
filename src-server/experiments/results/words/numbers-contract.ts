import { countPeople } from '../../../core/text/numbers-contract.ts';
import { valueFormats } from '../../metrics/kind-contract.ts';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import { decidingSentence, decidingText } from './deciding-contract.ts';
import type { ConcludedResult } from './finding-words-contract.ts';
import { minimumEffectOf } from './minimum-effect-contract.ts';
import {
  bestTest,
  controlOf,
  countText,
  differenceText,
  kindOfResult,
  personValueText,
} from './result-text-contract.ts';

/** States both values by person, and the lift with the interval that decides. */
export function numbersText(result: ConcludedResult): string {
  const [control, best] = [controlOf(result), bestTest(result)];
  const versus = best?.evidence.versus ?? null;
  const rests = result.verdict.rests_on;
  if (control === undefined || best === undefined || versus === null) return '';
  const kind = kindOfResult(result);
  const of = ({ evidence }: ConcludedResult['variants'][number]) => {
    const value = personValueText(kind, evidence);
    const people = countPeople(evidence.people);
    return valueFormats[kind].ofPeople(value, countText(kind, evidence), people);
  };
  const { difference, difference_interval: between } = versus;
  const adjusted = versus.unadjusted === null ? '' : ' after CUPED';
  const values = `“${best.key}” ${of(best)} against control ${of(control)}`;
  const compared =
    rests === null || rests.interval === null
      ? [`${values}: difference${adjusted} ${differenceText(kind, difference, between)}.`]
      : rests.basis === 'plan'
        ? [`${values}.`, ...decidingSentence(rests, adjusted)]
        : [`${values}: ${decidingText(rests, adjusted)}.`];
  return [...compared, ...minimumEffectSentence(result, versus)].join(' ');
}

function minimumEffectSentence(result: ConcludedResult, versus: EvidenceAgainst): string[] {
  const words = minimumEffectOf(result, versus);
  return words === null ? [] : [words.sentence];
}
