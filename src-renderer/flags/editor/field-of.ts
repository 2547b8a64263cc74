import { fieldFinder } from '../../ui/form/field-errors.ts';

/** The field of the editor that shows a problem with a part of a flag. */
export const fieldOf = fieldFinder([
  /^(?:key|name|tags|owner_id)(?=$|__\d+$)/,
  /^filters__groups__\d+__(?:rollout_percentage|variant)$/,
  /^filters__groups__\d+__properties__\d+__(?:key|operator|value)/,
  /^filters__multivariate__variants(?:__\d+__(?:key|name|rollout_percentage))?$/,
  /^filters__payloads__.+/s,
  /^filters__aggregation_group_type_index$/,
]);
