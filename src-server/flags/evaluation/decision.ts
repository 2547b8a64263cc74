import type { JsonObject } from '../../core/contract.ts';
import { type CompiledFlag, evaluate, type Outcome } from './evaluate.ts';
import type { KnownSubject } from './subject.ts';

/**
 * The outcomes of flags for a subject; those that could not be evaluated are omitted. `basis`: inputs other than the flags, if
 * they can be checked later.
 */
export type Decision = {
  flags: readonly CompiledFlag[];
  outcomes: readonly Outcome[];
  hasErrors: boolean;
  basis: Basis | null;
};

/**
 * `stored`: the properties of the person, a new object after each change; null if no flag reads them, undefined for an unknown
 * person. A weak reference, since the persons store limits memory. `passing`: indexes of flags to evaluate each time.
 */
type Basis = { stored: WeakRef<JsonObject> | undefined | null; passing: readonly number[] };

export function decide(
  asked: readonly CompiledFlag[],
  subject: KnownSubject,
  report: (error: unknown) => void,
): Decision {
  const outcomes: Outcome[] = [];
  const flags = asked.filter((flag) => {
    try {
      return outcomes.push(evaluate(flag, subject));
    } catch (error) {
      report(error);
      return false;
    }
  });
  if (flags.length < asked.length) return { flags, outcomes, hasErrors: true, basis: null };
  // Not a copy: requests for all flags share one list.
  return { flags: asked, outcomes, hasErrors: false, basis: asked.length === 0 ? null : basisOf(asked, subject) };
}

/**
 * Returns the basis of a decision. Overrides of a person depend on all ids of the person, and are few: such a decision is never
 * cached.
 */
function basisOf(flags: readonly CompiledFlag[], subject: KnownSubject): Basis | null {
  if (subject.ownOverrides().size > 0) return null;
  const passing = [...flags.keys()].filter((index) => !flags[index]?.isLasting);
  if (!subject.hasReadStored()) return { stored: null, passing };
  const stored = subject.stored();
  return { stored: stored && new WeakRef(stored), passing };
}

/** Reports whether the same flags would have the same outcomes now; false if unknown. */
export function holds({ flags, outcomes, basis }: Decision, subject: KnownSubject): boolean {
  if (basis === null) return false;
  const { stored, passing } = basis;
  try {
    if (subject.ownOverrides().size > 0) return false;
    if (stored !== null && !isSame(stored, subject.stored())) return false;
    for (const index of passing) {
      const flag = flags[index];
      if (flag !== undefined && evaluate(flag, subject) !== outcomes[index]) return false;
    }
    return true;
  } catch {
    // The database failed. The next decision reports it.
    return false;
  }
}

const isSame = (stored: WeakRef<JsonObject> | undefined, now: JsonObject | undefined) =>
  now === undefined ? stored === undefined : stored?.deref() === now;
