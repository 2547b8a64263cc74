import { type PersonPreviewParts, personPreviewEndpoints } from './endpoints.ts';

/** Creates the endpoints that preview flags, experiments and actions for one person. */
export const createPersonPreview = (parts: PersonPreviewParts) => ({ endpoints: personPreviewEndpoints(parts) });
