import { type Parts, personPreviewEndpoints } from './endpoints.ts';

/** What flags, experiments and actions are for one person. */
export const createPersonPreview = (parts: Parts) => ({ endpoints: personPreviewEndpoints(parts) });
