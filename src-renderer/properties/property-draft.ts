import type { PropertyOperator } from '#server/properties/contract.ts';

/** Ids are of the form alone: they keep a row's state with it when rows move, and a variant's references when it is renamed. */
export type PropertyDraft = {
  id: string;
  key: string;
  operator: PropertyOperator;
  value: unknown;
  /** Whether the API is told what the property is of: a flag whose author left that out keeps it so. */
  isTyped: boolean;
};
