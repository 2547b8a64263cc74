import { type PersonPreviewParts, personPreviewEndpoints } from './endpoints.ts';

/** What flags, experiments and actions are for one person. */
export const createPersonPreview = (parts: PersonPreviewParts) => ({ endpoints: personPreviewEndpoints(parts) });
