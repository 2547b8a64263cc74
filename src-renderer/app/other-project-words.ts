/** `name`: of the project that this window showed before. */
export const otherProjectWords = {
  none: (id: number, name: string | null) =>
    name === null ? `This session has no project ${id}` : `“${name}” no longer exists`,
  shown: (name: string) => `The project “${name}” was opened instead.`,
};
