import { maxListedKey } from '../../core/limits-contract.ts';
import { cutText } from '../../core/text/cut-text.ts';
import type { SchemaProblem } from '../../properties/json-schema.ts';
import type { Violation } from '../contract.ts';

/** A violation of an event. `got`: the value that came, or null. */
export type Found = { violation: Violation; got: string | null };

/** Lists the violations of a schema, once for each property and kind. */
export function violationsOf(problems: readonly SchemaProblem[]): Found[] {
  const found = new Map<string, Found>();
  for (const problem of problems) {
    const violation = violationOf(problem);
    const key = `${violation.kind} ${problem.path.join('.')}`;
    if (!found.has(key)) found.set(key, { violation, got: problem.got });
  }
  return [...found.values()];
}

function violationOf(problem: SchemaProblem): Violation {
  const property = cutText(problem.path.join('.'), maxListedKey);
  switch (problem.kind) {
    case 'missing':
      return { kind: 'property_missing', property };
    case 'unknown':
      return { kind: 'unknown_property', property };
    case 'type':
      return { kind: 'type_changed', property, from: problem.types.wanted.join(' or '), to: problem.types.got };
    case 'value':
      return { kind: 'value_not_allowed', property, allowed: problem.wanted };
  }
}
