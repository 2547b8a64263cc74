import { z } from 'zod';

/** Lets a part of the address be absent, and leaves out one that cannot be read: links are edited by hand and outlive versions. */
export const inAddress = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

export const textInAddress = inAddress(z.coerce.string());
