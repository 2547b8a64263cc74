/** The used part of a route's `useNavigate`. */
type Navigate<Search> = (to: {
  search: (previous: Search) => Search;
  replace: true;
  resetScroll: boolean;
}) => Promise<void>;

/** Returns a function that changes parts of a page's search in its address, in place of the entry in the history. */
export const useChangeSearch = <Search extends object>(
  route: { useNavigate: () => Navigate<Search> },
  resetScroll = true,
) => {
  const navigate = route.useNavigate();
  return (part: Partial<Search>) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll });
};
