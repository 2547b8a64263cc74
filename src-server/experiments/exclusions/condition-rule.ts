import type { Owner } from '../../events/properties/property-reader.ts';
import type { PropertyFilter } from '../../properties/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { neededTexts } from '../../properties/needed-texts.ts';
import type { ExclusionRule } from './known-matches.ts';

/** Compiles conditions on an event or a person, of which all must hold. `now`: milliseconds UTC. Throws InvalidFilterError. */
export function conditionRule(owner: Owner, filters: readonly PropertyFilter[], now: number): ExclusionRule {
  let readsClock = false;
  const clock = () => {
    readsClock = true;
    return now;
  };
  const tests = filters.map((filter) => compileProperty(filter, clock));
  return {
    owner,
    id: JSON.stringify(filters),
    keys: filters.map(({ key }) => key),
    texts: filters.flatMap(neededTexts),
    test(properties) {
      readsClock = false;
      const isMatch = tests.every((test) => test(properties));
      return { isMatch, onlyNow: readsClock };
    },
  };
}
