/** A part of a stored file. */
export interface FilePart {
  data: Uint8Array;
  /** Bytes of the whole file. */
  totalBytes: number;
}

/** Storage of the files of images. Names are relative paths with `/`, made by `imageFileName` only. */
export interface ImageFiles {
  /** Saves a file whole or not at all, replacing one of the same name. */
  save(name: string, content: Uint8Array): Promise<void>;
  /** Reads up to `length` bytes from an offset; undefined when there is no such file. */
  read(name: string, offset: number, length: number): Promise<FilePart | undefined>;
  /** Deletes a file, if it exists. */
  remove(name: string): Promise<void>;
}
