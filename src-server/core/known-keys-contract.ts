import { z } from 'zod';
import { nearestName } from './nearest-contract.ts';

/** Suggests the known key that an unknown one is nearest to; '' where nothing is near. */
function guess(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return near === null ? '' : `Did you mean \`${near}\`?`;
}

/** Describes an object with these keys and no others: an input of which nothing is ignored. */
export const onlyKnown = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && Array.isArray(keys) ? guess(String(keys[0]), Object.keys(shape)) : undefined,
  });

/** Refuses keys of a looser object that are not `known`. `path`: of the object `given`, below the checked one. */
export function requireKnown(
  context: z.core.$RefinementCtx,
  path: PropertyKey[],
  given: Record<string, unknown> | null | undefined,
  known: Pick<z.ZodObject, 'shape'>,
): void {
  const names = Object.keys(known.shape);
  for (const key of Object.keys(given ?? {}).filter((one) => !names.includes(one)))
    context.addIssue({ code: 'unrecognized_keys', keys: [key], path, message: guess(key, names) });
}
