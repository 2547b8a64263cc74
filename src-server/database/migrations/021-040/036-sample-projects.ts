/** `loading` or `loaded`: the window fills the project with sample data; NULL: any other project. */
export const sampleProjects = `
  ALTER TABLE projects ADD COLUMN sample TEXT;
`;
