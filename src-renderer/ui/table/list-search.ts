import { z } from 'zod';
import { inAddress } from '../in-address.ts';
import { userName } from '../user-name.ts';

/** The filters by label that lists keep in the URL. */
export const labelSearch = {
  tag: inAddress(z.union([z.array(z.coerce.string()), z.coerce.string().transform((one) => [one])])),
  owner: inAddress(z.int()),
};
export type LabelSearch = { tag?: string[] | undefined; owner?: number | undefined };

/** Returns the labels of a search for the API. */
export const labelQueryOf = ({ tag, owner }: LabelSearch) => ({
  ...(tag !== undefined && { tag }),
  ...(owner !== undefined && { owner: String(owner) }),
});

export type Labeled = { tags: readonly string[]; owner: { id: number; first_name: string; email: string } | null };
export type KnownLabels = { tags: string[]; owners: { id: number; name: string }[] };

/** Collects the tags and owners of the rows. */
export function labelsOf(rows: readonly Labeled[]): KnownLabels {
  const owners = new Map(rows.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, userName(owner)] as const])));
  return {
    tags: [...new Set(rows.flatMap(({ tags }) => tags))].sort(),
    owners: [...owners].map(([id, name]) => ({ id, name })),
  };
}
