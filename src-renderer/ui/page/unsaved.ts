import { createContext } from 'react';

/** Tells the page whether its form has unsaved changes. */
export const UnsavedContext = createContext((_isUnsaved: boolean): void => {});
