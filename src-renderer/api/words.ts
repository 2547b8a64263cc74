export const apiWords = {
  noErrorBody: (status: number) => `status ${status} without an error body`,
};
