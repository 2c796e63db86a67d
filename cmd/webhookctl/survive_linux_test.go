package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// small mounts a file system of its own that holds so many bytes.
func small(t *testing.T, bytes int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", bytes)); err != nil {
		t.Skip("a small file system takes root: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// ended runs a command to its end in a process of its own.
func ended(t *testing.T, cmd *exec.Cmd) (code int, stderr string) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stderr = &out
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// TestDiskFull fills disks of several sizes. The import says so and keeps the files that it had finished; with more space the same command
// completes them, and nothing tells that profile from one that never wanted for space.
func TestDiskFull(t *testing.T) {
	args := append([]string{"import", "logs"}, incidents(t, 8)...)
	roomy := withKey(t)
	if code, stderr := ended(t, program(roomy, args...)); code != 0 {
		t.Fatal(stderr)
	}
	want := rowsOf(t, roomy)
	info, err := os.Stat(filepath.Join(roomy, "webhookctl.db"))
	if err != nil {
		t.Fatal(err)
	}
	within := 0
	for _, tenths := range []int{0, 5, 10, 12} { // of the profile's size; its key and journal want space, too
		size := 1 + int(info.Size())*tenths/10
		dir := small(t, size)
		write(t, filepath.Join(dir, "webhookctl.db.key"), testKey)
		code, stderr := ended(t, program(dir, args...))
		if code != exitFailed || !strings.Contains(stderr, "space") {
			t.Errorf("%d bytes: exit code %d, %s", size, code, stderr)
		}
		n := wholeFiles(t, dir, want)
		if n > 0 {
			within++
		}
		t.Logf("%d bytes: %d files, %s", size, n, stderr)
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=100m"); err != nil {
			t.Fatal(err)
		}
		if code, stderr := ended(t, program(dir, args...)); code != 0 {
			t.Fatalf("with space again: exit code %d, %s", code, stderr)
		}
		if diff := cmp.Diff(want, rowsOf(t, dir)); diff != "" {
			t.Errorf("%d bytes (-roomy +full):\n%s", size, diff)
		}
		if left := onlyProfile(t, dir); left != nil {
			t.Errorf("beside the profile lie %q", left)
		}
	}
	if within < 2 {
		t.Errorf("only %d disks were full in the middle", within)
	}
}

// TestReadOnlyDisk reads a profile where nothing can be written, and is told so by what would write.
func TestReadOnlyDisk(t *testing.T) {
	dir := small(t, 10<<20)
	write(t, filepath.Join(dir, "more.log"), line)
	folder := incidents(t, 1)[0]
	if code, stderr := ended(t, program(dir, "import", "logs", folder)); code != 0 {
		t.Fatal(stderr)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"sources", 0, ""},
		{"diagnose", 0, ""},
		{"diagnose more.log", 0, ""},
		{"import logs more.log", exitFailed, "webhookctl.db: the profile cannot be written or opened; check the rights on it and on its folder\n"},
		{"purge receiver/worker.log", exitFailed, "webhookctl.db: the profile cannot be written or opened; check the rights on it and on its folder\n"},
		{"--profile new.db import logs more.log", exitFailed, "new.db: the profile cannot be written or opened; check the rights on it and on its folder\n"},
		{"diagnose -o report.md", exitFailed, "read-only file system"},
	} {
		code, stderr := ended(t, program(dir, strings.Fields(c.args)...))
		if code != c.code || !strings.Contains(stderr, c.says) || c.says == "" && stderr != "" {
			t.Errorf("%s: exit code %d, %s", c.args, code, stderr)
		}
	}
}

// TestOddFolder imports a folder with everything in it that is no log, under names of any bytes: each is told, the logs are imported, and
// what is printed can be shown to anybody.
func TestOddFolder(t *testing.T) {
	dir := t.TempDir()
	logs := filepath.Join(dir, "logs")
	if err := os.Mkdir(logs, 0o700); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(logs, name) }
	odd := []string{
		"two\nlines.log", "\x1b[2Jcleared.log", "\u202egol.exe", "not\xff\xfeutf-8.log", "-rf", "--help", "*", "[a", " ", "a|b`c`.log",
		"%41?x=1#y.log", "<script>alert(1).log", strings.Repeat("n", 255), "=1+1.log", "q\"'\\.log", "webhookctl.db",
	}
	for i, name := range odd {
		write(t, at(name), strings.Replace(line, `"resource_id":14`, fmt.Sprintf(`"resource_id":%d`, i), 1))
	}
	for link, to := range map[string]string{"self": "self", "nowhere": "absent", "up": "..", "memory.log": "/proc/self/mem", "zero.log": "/dev/zero"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"logs/memory.log: input/output error",
		"logs/nowhere: no such file or folder",
		"logs/pipe: is a named pipe, not a file",
		"logs/self: too many levels of symbolic links",
		"logs/up/logs: is a link to a folder that it lies in",
		"logs/zero.log: is a device, not a file",
	}
	if os.Geteuid() != 0 { // who may read everything
		write(t, at("secret.log"), line)
		if err := os.Chmod(at("secret.log"), 0); err != nil {
			t.Fatal(err)
		}
		want = append(want, "logs/secret.log: may not be read")
	}

	cmd := program(dir, "import", "logs", "logs")
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	code, stderr := ended(t, cmd)
	if code != exitPartial {
		t.Errorf("exit code %d, want %d", code, exitPartial)
	}
	var told []string
	for said := range strings.Lines(stderr) {
		if text, ok := strings.CutPrefix(strings.TrimSuffix(said, "\n"), "webhookctl: "); ok {
			told = append(told, strings.Replace(text, "memory.log: ", "logs/memory.log: ", 1))
		}
	}
	slices.Sort(told)
	slices.Sort(want)
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("stderr (-want +got):\n%s", diff)
	}
	if bad := control.FindString(stdout.String() + stderr); bad != "" {
		t.Errorf("%q is printed", bad)
	}
	p, err := profile.Open(t.Context(), filepath.Join(dir, "webhookctl.db"), profile.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sources, err := p.Sources(t.Context())
	if err != nil || len(sources) != len(odd) {
		t.Errorf("%d sources, want %d; %v", len(sources), len(odd), err)
	}
	for _, args := range readers {
		if args[0] == "import" || args[0] == "purge" || slices.Contains(args, "--baseline") {
			continue
		}
		var stdout, stderr bytes.Buffer
		term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
		code := run(t.Context(), append([]string{"--profile", p.Path()}, args...), term)
		if bad := control.FindString(stdout.String() + stderr.String()); bad != "" || code > exitPartial {
			t.Errorf("%q: exit code %d; %q is printed", args, code, bad)
		}
	}
	for _, s := range sources {
		runHere(t, "--profile", p.Path(), "purge", "--", s.Name)
	}
}

// TestManyFiles imports a folder of many small files, and once more, in memory that does not grow with what they hold.
func TestManyFiles(t *testing.T) {
	n := 100
	if *long {
		n = 100_000
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "logs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		write(t, filepath.Join(dir, "logs", fmt.Sprintf("%06d.log", i)), strings.Replace(line, `"resource_id":14`, fmt.Sprintf(`"resource_id":%d`, i), 1))
	}
	for _, last := range []string{fmt.Sprintf("%d new sources; ", n), "0 new sources; "} {
		cmd := program(dir, "import", "logs", "logs")
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		began := time.Now()
		if code, stderr := ended(t, cmd); code != 0 || !strings.Contains(stdout.String(), last+fmt.Sprintf("the profile now holds %d", n)) {
			t.Fatalf("exit code %d, %s", code, stderr)
		}
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		t.Logf("%d files: %v, CPU %v, %d MiB", n, time.Since(began).Round(time.Millisecond), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), usage.Maxrss>>10)
		if usage.Maxrss > 512<<10 {
			t.Errorf("%d KiB of memory", usage.Maxrss)
		}
	}
}

// TestTwoPrograms lets two imports of overlapping folders run at once: both end well, and all is there once.
func TestTwoPrograms(t *testing.T) {
	folders := incidents(t, 4)
	alone := withKey(t)
	if code, stderr := ended(t, program(alone, append([]string{"import", "logs"}, folders...)...)); code != 0 {
		t.Fatal(stderr)
	}
	dir := withKey(t)
	var both [2]*exec.Cmd
	var stderr [2]bytes.Buffer
	for i, mine := range [][]string{folders[:3], folders[1:]} {
		both[i] = program(dir, append([]string{"import", "logs"}, mine...)...)
		both[i].Stderr = &stderr[i]
		if err := both[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, cmd := range both {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, stderr[i].String())
		}
	}
	hashes := func(dir string) []string {
		return query(t, dir, "SELECT sha256, format, records, path FROM source ORDER BY sha256, path")
	}
	if diff := cmp.Diff(hashes(alone), hashes(dir)); diff != "" {
		t.Errorf("sources (-alone +both):\n%s", diff)
	}
	if query(t, alone, "SELECT count(*) FROM v_observations")[0] != query(t, dir, "SELECT count(*) FROM v_observations")[0] {
		t.Error("other observations than of one import")
	}
	if left := onlyProfile(t, dir); left != nil {
		t.Errorf("beside the profile lie %q", left)
	}
}

// TestSignals presses Ctrl-C once, which leaves what was finished and says so, and twice, which ends what cannot end by itself.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.log"), line)
	cmd := program(dir, "import", "logs", "a.log", "-")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe() // which never ends
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool {
		p, err := profile.Open(t.Context(), filepath.Join(dir, "webhookctl.db"), profile.ReadOnly)
		if errors.Is(err, fs.ErrNotExist) {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		sources, err := p.Sources(t.Context())
		return err == nil && len(sources) == 1
	})
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	want := "webhookctl: interrupted\nhint: 1 file is imported, nothing of the others; the same command goes on from there\n"
	if diff := cmp.Diff(want, stderr.String()); diff != "" {
		t.Errorf("stderr (-want +got):\n%s", diff)
	}

	// Nobody reads on what this one writes, and a write cannot be cancelled.
	runHere(t, append([]string{"--profile", filepath.Join(dir, "webhookctl.db"), "import", "logs"}, incidents(t, 3)...)...)
	cmd = program(dir, "diagnose", "--format", "json")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := cmd.Process.Wait()
		ended <- err
	}()
	signals := 0
	eventually(t, func() bool {
		select {
		case <-ended:
			return true
		default:
			if cmd.Process.Signal(syscall.SIGINT) == nil {
				signals++
			}
			return false
		}
	})
	if signals < 2 {
		t.Errorf("%d signals ended it", signals)
	}
}

// eventually waits until something is so.
func eventually(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); {
		if time.Now().After(deadline) {
			t.Fatal("it never came")
		}
	}
}
