import { type Action, actionInput, emptyStep, type Step } from '#server/actions/contract.ts';
import type { PropertyRow, StepDraft } from './editor/action-form.ts';

/** Returns a step as its editor holds it, with only the given fields. */
export function stepDraft(given: Partial<StepDraft> = {}): StepDraft {
  return {
    id: 's',
    savedId: null,
    name: '',
    texts: {},
    urlMatching: 'contains',
    properties: [],
    sent: { form: {}, rows: [] },
    ...given,
  };
}

export function propertyRow(given: Partial<PropertyRow> = {}): PropertyRow {
  return { id: 'p', key: 'plan', operator: 'exact', value: ['pro'], isTyped: true, of: 'event', rest: {}, ...given };
}

/** Returns a step as the server answers it. */
export const step = (given: Partial<Step> = {}): Step => ({ ...emptyStep, id: 'a', ...given });

export function action(given: Partial<Action> = {}): Action {
  return {
    ...actionInput.parse({ name: 'Bought' }),
    id: 1,
    owner_id: null,
    owner: null,
    steps: [],
    created_at: '2026-11-20T10:00:00.000Z',
    created_by: null,
    is_calculating: false,
    last_calculated_at: null,
    team_id: 1,
    is_action: true,
    ...given,
  };
}
