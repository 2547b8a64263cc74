/** One number with its formula and the inputs of that. */
export type WorkingLine = { name: string; value: string; formula: string; inputs: string };
export type WorkingGroup = { title: string; note: string | null; lines: WorkingLine[] };
