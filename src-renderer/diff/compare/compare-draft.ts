import { type CompareSearch, compareSearch } from './compare-search.ts';

export type SideKind = 'test_run' | 'build';
export type SideName = 'old' | 'new';
export type SideDraft = { kind: SideKind; value: string };
export type CompareDraft = Record<SideName, SideDraft> & { property: string };

/** Returns the form of an address; a side that it does not name has the kind of the other. */
export function compareDraftOf(search: CompareSearch): CompareDraft {
  const isOfBuilds = search.old_build !== undefined || search.new_build !== undefined;
  const sideOf = (name: SideName): SideDraft => {
    const [run, build] = [search[`${name}_test_run`], search[`${name}_build`]];
    if (run !== undefined) return { kind: 'test_run', value: run };
    if (build !== undefined) return { kind: 'build', value: build };
    return { kind: isOfBuilds ? 'build' : 'test_run', value: '' };
  };
  return { old: sideOf('old'), new: sideOf('new'), property: search.build_property ?? '' };
}

/** Returns the address of a form; empty fields are left out. */
export function searchOf(draft: CompareDraft): CompareSearch {
  const of = (name: SideName, kind: SideKind) =>
    draft[name].kind === kind ? draft[name].value.trim() || undefined : undefined;
  return {
    old_test_run: of('old', 'test_run'),
    new_test_run: of('new', 'test_run'),
    old_build: of('old', 'build'),
    new_build: of('new', 'build'),
    build_property: hasBuild(draft) ? draft.property.trim() || undefined : undefined,
  };
}

export const isSameAddress = (one: CompareSearch, other: CompareSearch) =>
  compareSearch.keyof().options.every((name) => one[name] === other[name]);

export const hasBuild = ({ old, new: now }: CompareDraft) => old.kind === 'build' || now.kind === 'build';

export const isComplete = (draft: CompareDraft) => draft.old.value.trim() !== '' && draft.new.value.trim() !== '';
