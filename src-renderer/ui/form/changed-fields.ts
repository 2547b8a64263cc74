/** The fields of `after` that differ from `before`, both as they are sent. */
export function changedFields<Input extends object>(before: Input, after: Input): Partial<Input> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Input]),
  );
  return Object.fromEntries(changed) as Partial<Input>;
}

export function isUnchanged<Input extends object>(before: Input, after: Input): boolean {
  return Object.keys(changedFields(before, after)).length === 0;
}

/** `current` with the parts that were not touched since it was `sent` as they were saved. */
export function withSaved<Form extends object>(current: Form, sent: Form, saved: Form): Form {
  const parts = (Object.keys(saved) as (keyof Form)[]).filter((part) => current[part] === sent[part]);
  return { ...current, ...Object.fromEntries(parts.map((part) => [part, saved[part]])) };
}
