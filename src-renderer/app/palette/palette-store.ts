import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open, and its opener: apart from the palette itself, which is loaded later. */
export const [paletteStore, palette] = createSpotlight();
