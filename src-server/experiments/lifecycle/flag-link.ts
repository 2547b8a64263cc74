import type { Flag, FlagFilters, FlagUpdate, FlagVariant } from '../../flags/contract.ts';
import type { OverrideStore } from '../../flags/override-store.ts';
import type { Author, FlagStore } from '../../flags/store.ts';
import { validationError } from '../../http/error.ts';
import { controlKey } from '../contract.ts';
import { variantsOf, withVariants } from './variants.ts';

type Parts = { flags: FlagStore; overrides: Pick<OverrideStore, 'clearOverrides'> };

/** What an experiment wants of its flag; `isActive` undefined: as it is. */
export type FlagWish = {
  key?: string | undefined;
  variants?: FlagVariant[] | undefined;
  isActive?: boolean | undefined;
};

const mostVariants = 10;

export type FlagLink = ReturnType<typeof createFlagLink>;

/** The flags of experiments. Synchronous; each change is in the flag's own history. */
export function createFlagLink({ flags, overrides }: Parts) {
  return {
    flagWithKey: (projectId: number, key: string): Flag | undefined =>
      flags.liveFlags(projectId).find((flag) => flag.key === key),
    flag: (projectId: number, id: number): Flag => flags.flag(projectId, id) as Flag,

    /** Everybody gets it, unless `filters` say otherwise. */
    makeFlag(author: Author, key: string, name: string, isActive: boolean, filters: FlagFilters): Flag {
      const state = { key, name: `Experiment: ${name}`, active: isActive, deleted: false, filters };
      return flags.addFlag(author, { ...state, ensure_experience_continuity: false });
    },

    /** Changes what differs; overrides that name a variant which is gone are cleared, as when the flag is edited. */
    changeFlag(author: Author, flag: Flag, { key, variants, isActive }: FlagWish): Flag {
      const update: FlagUpdate = { key, active: isActive };
      if (variants !== undefined) update.filters = withVariants(flag.filters, variants);
      const after = flags.changeFlag(author, flag, update);
      const values = new Set<string | boolean>([false, ...variantsOf(after.filters).map((variant) => variant.key)]);
      overrides.clearOverrides(author, ({ flag_id: flagId, value }) => flagId === flag.id && !values.has(value));
      return after;
    },

    deleteFlag(author: Author, flag: Flag): void {
      flags.changeFlag(author, flag, { deleted: true });
    },
  };
}

export const filtersFor = (variants: FlagVariant[]): FlagFilters => ({
  groups: [{ properties: [], rollout_percentage: 100, variant: null }],
  multivariate: { variants },
  payloads: {},
  aggregation_group_type_index: null,
});

/** Refuses a flag that no experiment can be made of: 400, attr `feature_flag_key`. */
export function requireVariants(flag: Flag): void {
  const variants = variantsOf(flag.filters);
  const refuse = (reason: string) => {
    throw validationError('invalid_input', `The flag "${flag.key}" ${reason}`, 'feature_flag_key');
  };
  if (variants.length === 0) refuse(`has no variants: an experiment needs "${controlKey}" and at least one more.`);
  if (!variants.some(({ key }) => key === controlKey)) {
    refuse(`has no variant "${controlKey}", which the others would be compared with.`);
  }
  if (variants.length < 2) refuse(`has only the variant "${controlKey}": there is nothing to compare it with.`);
  if (variants.length > mostVariants) refuse(`has more than ${mostVariants} variants.`);
}
