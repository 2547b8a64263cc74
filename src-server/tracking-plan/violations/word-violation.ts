import { jsonTypeWords } from '../../core/json/json-type-contract.ts';
import type { Violation } from '../contract.ts';

/** Describes the problem of one event. `got`: the received value. */
export function describeViolation(violation: Violation, event: string, got: string | null): string {
  switch (violation.kind) {
    case 'property_missing':
      return `The property "${violation.property}" is missing. The tracking plan requires it.`;
    case 'unknown_property':
      return `The property "${violation.property}" is not in the tracking plan.`;
    case 'type_changed':
      return `The property "${violation.property}" is ${jsonTypeWords[violation.to]}. The tracking plan has ${violation.from}.`;
    case 'value_not_allowed':
      return `${subjectOf(violation.property)} must be ${violation.allowed} by the tracking plan; got ${got ?? 'nothing'}.`;
    case 'renamed_event':
      return `"${event}" is not in the tracking plan. It looks like a rename of "${violation.looks_like}".`;
  }
}

/** `share`: of the events of the name and build, from 0 to 1. */
type Group = { violation: Violation; event: string; build: string | null; share: number };

/** Describes the problem of the events of a build. */
export function describeViolations({ violation, event, build, share }: Group): string {
  const inBuild = build === null ? '' : ` in ${build}`;
  switch (violation.kind) {
    case 'property_missing':
      return `${violation.property} missing in ${percentOf(share)} of ${event}${inBuild}`;
    case 'unknown_property':
      return `${violation.property} is new in ${percentOf(share)} of ${event}${inBuild}`;
    case 'type_changed':
      return `${violation.property} became ${jsonTypeWords[violation.to]}${inBuild}; the plan has ${violation.from}`;
    case 'value_not_allowed':
      return `${violation.property || event} has values${inBuild} that are not allowed; the plan has ${violation.allowed}`;
    case 'renamed_event':
      return `"${event}"${inBuild} looks like a rename of "${violation.looks_like}"`;
  }
}

const subjectOf = (property: string) => (property === '' ? 'The properties' : `The property "${property}"`);

/** Rounds so that only all are 100%, and only none 0%. */
function percentOf(share: number): string {
  if (share >= 1) return '100%';
  if (share < 0.01) return 'under 1%';
  return `${Math.min(99, Math.round(share * 100))}%`;
}
