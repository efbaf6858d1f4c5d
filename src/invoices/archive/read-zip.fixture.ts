import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

// Reads a ZIP by the directory at its end, and checks each file's sum.
const READ = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([{'name': one.filename, 'at': list(one.date_time), 'base64': base64.b64encode(archive.read(one)).decode()}
                      for one in archive.infolist()]))
`;

/** The files of a ZIP, as Python reads it. */
export async function readZip(file: string): Promise<{ name: string; at: number[]; base64: string }[]> {
  const { stdout } = await promisify(execFile)('python3', ['-c', READ, file], {
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return JSON.parse(stdout) as { name: string; at: number[]; base64: string }[];
}
