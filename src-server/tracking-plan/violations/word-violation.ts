import { jsonTypeWords } from '../../core/json/json-type-contract.ts';
import { countWords } from '../../core/text/numbers-contract.ts';
import type { Violation } from '../contract.ts';

/** Describes the problem of one event. `got`: the received value. */
export function describeViolation(violation: Violation, event: string, got: string | null): string {
  switch (violation.kind) {
    case 'property_missing':
      return `The property "${violation.property}" is missing. The tracking plan requires it.`;
    case 'unknown_property':
      return `The property "${violation.property}" is not in the tracking plan.`;
    case 'type_changed':
      return `${subjectOf(violation.property)} ${isOrAre(violation.property)} ${jsonTypeWords[violation.to]}. The tracking plan has ${violation.from}.`;
    case 'value_not_allowed':
      return `${subjectOf(violation.property)} must be ${violation.allowed} by the tracking plan; got ${got ?? 'nothing'}.`;
    case 'renamed_event':
      return `"${event}" is not in the tracking plan. It looks like a rename of "${violation.looks_like}".`;
  }
}

/** `count`: events with the problem since the schema was set; what came before may have it too. */
type Group = { violation: Violation; event: string; build: string | null; count: number };

/** Describes the problem of the events of a build. */
export function describeViolations({ violation, event, build, count }: Group): string {
  const inBuild = build === null ? '' : ` in ${build}`;
  const inEvents = `in ${countWords(count, 'event')} of ${event}${inBuild}`;
  switch (violation.kind) {
    case 'property_missing':
      return `${violation.property} is missing ${inEvents}`;
    case 'unknown_property':
      return `${violation.property} is not in the plan, but ${inEvents}`;
    case 'type_changed':
      return `${violation.property || 'The properties'} ${isOrAre(violation.property)} ${jsonTypeWords[violation.to]} ${inEvents}; the plan has ${violation.from}`;
    case 'value_not_allowed':
      return `${violation.property || event} has values${inBuild} that are not allowed; the plan has ${violation.allowed}`;
    case 'renamed_event':
      return `"${event}"${inBuild} looks like a rename of "${violation.looks_like}"`;
  }
}

/** '' is the properties as a whole. */
const isOrAre = (property: string) => (property === '' ? 'are' : 'is');
const subjectOf = (property: string) => (property === '' ? 'The properties' : `The property "${property}"`);
