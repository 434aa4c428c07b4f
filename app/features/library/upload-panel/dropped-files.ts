/** A file with the folders it came in, as `Reports/2026`; '' when it came alone. */
export type PlacedFile = { file: File; path: string };

/** The files of a file dialog; whole folders carry their paths. */
export function chosenFiles(list: FileList | null): PlacedFile[] {
  return [...(list ?? [])]
    .filter(({ name }) => !isLitter(name))
    .map((file) => ({ file, path: folderOf(file.webkitRelativePath) }));
}

/** What systems put beside real files. */
const isLitter = (name: string) => /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i.test(name);

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** The files of a drop, folders opened up. */
export async function droppedFiles(transfer: DataTransfer): Promise<PlacedFile[]> {
  // The entries have to be taken before anything is awaited: the browser forgets them after.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: PlacedFile[] = [];
  for (const entry of entries) found.push(...(await filesIn(entry, '')));
  return found;
}

async function filesIn(entry: FileSystemEntry, path: string): Promise<PlacedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return isLitter(file.name) ? [] : [{ file, path }];
  }
  if (!isFolder(entry)) return [];
  const inside = path ? `${path}/${entry.name}` : entry.name;
  const found: PlacedFile[] = [];
  const reader = entry.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return found;
    for (const one of batch) found.push(...(await filesIn(one, inside)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
