import Interop

/// A collection's file while it is being written, under a hidden name in its folder.
///
/// May be closed in between and is opened again by the next line, so that any number of collections
/// share a few descriptors.
final class PartialFile {
  /// The name under which it will appear, without and with the folder.
  let name: String
  let path: String
  let partialPath: String
  private var open: BufferedFile?
  /// Bytes so far.
  private(set) var length = 0
  /// Of them, those that would survive a power cut.
  private var synced = 0
  /// What was found when this many bytes were compared with the published file.
  private var compared: (length: Int, isEqual: Bool)?

  var isOpen: Bool { open != nil }

  /// Creates the file; one that an earlier run left behind is thrown away.
  init(folder: String, name: String) throws(SystemFault) {
    self.name = name
    path = "\(folder)/\(name)"
    partialPath = "\(folder)/\(NDJSONFileName.partial(name))"
    open = BufferedFile(try File(partialPath, .replace()))
  }

  /// Goes on with a file that an interrupted run has left, behind what it knows to have written; nil if that is not there
  /// any more.
  init?(folder: String, name: String, length: Int) throws(SystemFault) {
    self.name = name
    path = "\(folder)/\(name)"
    partialPath = "\(folder)/\(NDJSONFileName.partial(name))"
    guard let status = try File.status(partialPath), status.kind == .regular,
      status.size >= length
    else { return nil }
    let file = try File(partialPath, .append)
    if status.size > length { try file.truncate(to: length) }
    try file.close()
    (self.length, synced) = (length, length)
  }

  func append(_ line: Span<UInt8>) throws(SystemFault) {
    try reopened().append(line)
    length += line.count
  }

  private func reopened() throws(SystemFault) -> BufferedFile {
    if let open { return open }
    let file = BufferedFile(try File(partialPath, .append))
    open = file
    return file
  }

  /// Writes out and gives the descriptor back.
  func suspend() throws(SystemFault) {
    guard let file = open else { return }
    open = nil
    try file.flush()
    try file.file.close()
  }

  /// As `complete`, where lines may follow.
  func sync() throws(SystemFault) {
    guard length > synced else { return }
    let wasOpen = isOpen
    let file = try reopened()
    try file.flush()
    try syncUnlessMutated(file.file)
    synced = length
    // Of its descriptor somebody else is to have the use.
    if !wasOpen { try suspend() }
  }

  /// Writes out, and waits until it would survive a power cut.
  func complete() throws(SystemFault) {
    let file = try reopened()
    open = nil
    try file.flush()
    try syncUnlessMutated(file.file)
    try file.file.close()
  }

  private func syncUnlessMutated(_ file: File) throws(SystemFault) {
    #if REPLANT_MUTANTS
      if Mutant.present == .noSync { return }
    #endif
    try file.sync()
  }

  /// Whether the file under the final name holds the same bytes already. Asked again it answers what it found, until a line
  /// comes.
  func equalsPublished() throws(SystemFault) -> Bool {
    if let compared, compared.length == length { return compared.isEqual }
    let isEqual = try comparesEqual()
    compared = (length, isEqual)
    return isEqual
  }

  private func comparesEqual() throws(SystemFault) -> Bool {
    guard let status = try File.status(path), status.kind == .regular, status.size == length else {
      return false
    }
    return try File(partialPath).holdsSame(as: try File(path), count: length)
  }

  /// Puts the file in its place.
  func publish() throws(SystemFault) { try File.rename(partialPath, to: path) }

  /// Removes the file; the one under the final name stays.
  func drop() {
    open = nil
    try? File.remove(partialPath)
  }
}

/// The partial files of a run, of which a bounded number is open at a time.
final class PartialFiles {
  private let folder: String
  private let mostOpen: Int
  private(set) var byModel: [Int: PartialFile] = [:]
  /// The open files' models, the one opened longest ago first.
  private var openModels: [Int] = []
  private var last: (model: Int, file: PartialFile)?

  init(folder: String, mostOpen: Int) {
    self.folder = folder
    self.mostOpen = mostOpen
  }

  /// The file of a collection number, if there is one, ready for a line.
  func reopened(_ model: Int) throws(SystemFault) -> PartialFile? {
    if let last, last.model == model, last.file.isOpen { return last.file }
    guard let file = byModel[model] else { return nil }
    if !file.isOpen { try makeRoom(for: model) }
    last = (model, file)
    return file
  }

  /// Creates the file of a collection number.
  func create(_ model: Int, named name: String) throws(SystemFault) -> PartialFile {
    try makeRoom(for: model)
    let file = try PartialFile(folder: folder, name: name)
    byModel[model] = file
    last = (model, file)
    return file
  }

  /// Takes in a file of an interrupted run; false if it is not there any more.
  func goOn(_ model: Int, named name: String, length: Int) throws(SystemFault) -> Bool {
    guard let file = try PartialFile(folder: folder, name: name, length: length) else {
      return false
    }
    byModel[model] = file
    return true
  }

  private func makeRoom(for model: Int) throws(SystemFault) {
    while openModels.count >= mostOpen {
      try byModel[openModels.removeFirst()]?.suspend()
    }
    openModels.append(model)
  }

  /// Gives all descriptors back; the files stay for the run that continues.
  func leave() {
    for file in byModel.values { try? file.suspend() }
  }

  func dropAll() { for file in byModel.values { file.drop() } }
}
