import { uiWords } from './words.ts';

export type NamedUser = { id: number; first_name: string; email: string };

/** Returns how a user is called: users need neither a name nor an email. */
export const userName = ({ id, first_name: name, email }: NamedUser): string => name || email || uiWords.userOf(id);
