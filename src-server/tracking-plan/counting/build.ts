import type { JsonObject } from '../../core/contract.ts';
import { jsonTypeOf } from '../../core/json/json-type-contract.ts';
import { ownValue } from '../../core/json/own-value.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { maxBuild } from '../../test-runs/contract.ts';

/**
 * Returns the build that sent an event, cut if it is long; '' if unknown. `property`: the one that names it; null:
 * `app_version`, else `$lib_version`.
 */
export function buildOf(properties: JsonObject, property: string | null): string {
  if (property !== null) return textOf(ownValue(properties, property));
  return textOf(properties.app_version) || textOf(properties.$lib_version);
}

function textOf(value: unknown): string {
  if (jsonTypeOf(value) === 'number') return String(value);
  return typeof value === 'string' ? cutText(value.trim(), maxBuild) : '';
}
