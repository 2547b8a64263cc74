/** Returns the fields of `after` that differ from `before`, compared as JSON. */
export function changedFields<Input extends object>(before: Input, after: Input): Partial<Input> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Input]),
  );
  return Object.fromEntries(changed) as Partial<Input>;
}

export function isUnchanged<Input extends object>(before: Input, after: Input): boolean {
  return Object.keys(changedFields(before, after)).length === 0;
}

/** Returns `current` with the saved value of each part that has not changed since it was `sent`. */
export function withSaved<Form extends object>(current: Form, sent: Form, saved: Form): Form {
  const parts = (Object.keys(saved) as (keyof Form)[]).filter((part) => current[part] === sent[part]);
  return { ...current, ...Object.fromEntries(parts.map((part) => [part, saved[part]])) };
}
