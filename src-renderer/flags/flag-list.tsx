import { Page } from '../ui/page.tsx';

export function FlagList() {
  return <Page title="Flags">{null}</Page>;
}
