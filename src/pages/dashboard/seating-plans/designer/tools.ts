/** The tools of the pointer. */
export const TOOLS = [
  'select',
  'seats',
  'pan',
  'row',
  'block',
  'seat',
  'roundTable',
  'longTable',
  'standing',
  'outline',
  'stage',
  'text',
  'rectangle',
  'ellipse',
  'polygon',
  'line',
] as const;
export type ToolName = (typeof TOOLS)[number];

/** Tools that add something to the plan. */
export type DrawingTool = Exclude<ToolName, 'select' | 'seats' | 'pan'>;

export const isDrawing = (tool: ToolName): tool is DrawingTool =>
  tool !== 'select' && tool !== 'seats' && tool !== 'pan';

/** Tools that draw corner by corner. */
export type OutlinedTool = 'standing' | 'outline' | 'polygon' | 'line';
export const isOutlined = (tool: DrawingTool): tool is OutlinedTool =>
  tool === 'standing' || tool === 'outline' || tool === 'polygon' || tool === 'line';

/** Single keys, as they are in most drawing programs. */
export const TOOL_KEYS: Record<ToolName, string> = {
  select: 'v',
  seats: 'a',
  pan: 'h',
  row: 'r',
  block: 'b',
  seat: 's',
  roundTable: 'o',
  longTable: 'd',
  standing: 'g',
  outline: 'c',
  stage: 'w',
  text: 't',
  rectangle: 'q',
  ellipse: 'e',
  polygon: 'p',
  line: 'l',
};

export const TOOL_ICONS: Record<ToolName, string> = {
  select: 'M6 4l12 8.5-5.500 1.200L9.500 19z',
  seats: 'M5 5h6v6H5zM13 13l7 2.500-3 1.200-1.500 3z',
  pan: 'M8 12V6.500a1.300 1.300 0 0 1 2.600 0V11V5a1.300 1.300 0 0 1 2.600 0v6V6.200a1.300 1.300 0 0 1 2.600 0V13V9.500a1.300 1.300 0 0 1 2.600 0V15c0 3.500-2.200 5.500-5.500 5.500-3 0-4.200-1.300-6.500-5.200l-1.700-2.800c.8-1 2-.9 2.800.1z',
  row: 'M4.500 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4M12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4M19.500 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  block:
    'M5 4.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M12 4.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M19 4.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M5 10.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M12 10.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M19 10.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M5 16.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M12 16.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3M19 16.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3',
  seat: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  roundTable:
    'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M18.400 5.600l-1.100 1.100M6.700 17.300l-1.100 1.100',
  longTable: 'M4 9h16v6H4zM7 5.500v.1M12 5.500v.1M17 5.500v.1M7 18.500v.1M12 18.500v.1M17 18.500v.1',
  standing: 'M4 6l9-2 7 5-2 10-12 1zM12 9v.1M9 13.500v.1M14 14v.1',
  outline:
    'M4 8l8-4 8 4v8l-8 4-8-4zM8 10.500v.1M12 10.500v.1M16 10.500v.1M8 13.500v.1M12 13.500v.1M16 13.500v.1',
  stage: 'M4 6h16v7c-5 3.500-11 3.500-16 0z',
  text: 'M6 6h12M12 6v13M9.500 19h5',
  rectangle: 'M4.500 6.500h15v11h-15z',
  ellipse: 'M12 6.500c4.700 0 8 2.500 8 5.500s-3.300 5.500-8 5.500-8-2.500-8-5.500 3.300-5.500 8-5.500z',
  polygon: 'M12 4l8 6-3 9H7l-3-9z',
  line: 'M5 19L19 5',
};
